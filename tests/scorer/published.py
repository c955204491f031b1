"""Declarations of published games, facts and numbers only, with tables worked out by hand."""

from __future__ import annotations

from typing import Any

from pond import HEAD
from workshop import Workshop

BIRDS_DECK = """\
decks:
  birds:
    title: {en: Birds, sv: Fåglar}
    size: poker
    front: fish.svg.j2
    columns:
      name:    {help: what the bird is called, translate: never}
      habitat: {type: choice, of: [forest, grassland, wetland]}
      points:  {type: int, min: 0, max: 9}
"""
BIRDS = """\
id,copies,name,habitat,points
robin,1,Robin,forest,1
owl,1,Owl,forest,5
heron,1,Heron,wetland,7
lark,2,Lark,grassland,3
"""

SEVEN_WONDERS = """\
score:
  players: {least: 3, most: 7}
  ask:
    military: {ask: {en: Military tokens, sv: Militärmarker}, least: -6, most: 18}
    coins:    {ask: Coins}
    wonder:   {ask: Wonder stages, most: 30}
    blue:     {ask: Blue cards, most: 60}
    tablet:   {ask: Tablets, most: 9}
    compass:  {ask: Compasses, most: 9}
    gear:     {ask: Gears, most: 9}
  count:
    military: {each: 1}
    treasury: {of: coins, each: 1, every: 3}
    wonder:   {each: 1}
    blue:     {each: 1}
    tablets:  {of: tablet, product: tablet}
    compasses: {of: compass, product: compass}
    gears:    {of: gear, product: gear}
    sets:     {ask: Sets of science, sets: [gear, tablet, compass], each: 7}
  tie_break: [most coins]
"""
# Ada: -1 + 8/3=2 + 10 + 12 + 9 + 4 + 9 + 2 sets 14 = 59; Bo: 18 + 3 + 7 + 30 + 1 + 0 + 0 + 0 = 59.
SEVEN_WONDERS_TABLE = [
    {"name": "Ada", "military": -1, "coins": 8, "wonder": 10, "blue": 12, "tablet": 3,
     "compass": 2, "gear": 3},
    {"name": "Bo", "military": 18, "coins": 11, "wonder": 7, "blue": 30, "tablet": 1,
     "compass": 0, "gear": 0},
    {"name": "Cy", "military": 0, "coins": 2, "wonder": 3, "blue": 5, "tablet": 0,
     "compass": 0, "gear": 0},
]  # fmt: skip

AZUL = """\
score:
  players: {least: 2, most: 4}
  ask:
    track:   {ask: Points on the track, most: 240}
    rows:    {ask: Whole rows, most: 5}
    columns: {ask: Whole columns, most: 5}
    colours: {ask: Whole colours, most: 5}
    floor:   {ask: Tiles on the floor line, most: 7}
  count:
    track:   {each: 1}
    rows:    {each: 2}
    columns: {each: 7}
    colours: {each: 10}
    floor:   {steps: [0, -1, -2, -4, -6, -8, -11, -14]}
  tie_break: [most rows]
"""
# Ada: 40 + 2·2 + 7 + 0 - 4 = 47; Bo: 30 + 1·2 + 7 + 10 - 2 = 47; Ada has more rows.
AZUL_TABLE = [
    {"name": "Ada", "track": 40, "rows": 2, "columns": 1, "colours": 0, "floor": 3},
    {"name": "Bo", "track": 30, "rows": 1, "columns": 1, "colours": 1, "floor": 2},
]

CATAN = """\
score:
  players: {least: 3, most: 4}
  ask:
    settlements: {most: 5}
    cities:      {most: 4}
    cards:       {ask: Victory point cards, most: 5}
    road:        {ask: Longest road, most: 15}
    knights:     {ask: Knights played, most: 14}
  count:
    settlements: {each: 1}
    cities:      {each: 2}
    cards:       {each: 1}
  awards:
    longest: {ask: Longest road card, most_of: road, from: 5, points: 2, ties: holder}
    army:    {ask: Largest army, most_of: knights, from: 3, points: 2, ties: holder}
"""
# Ada: 3 + 4 + 0 + road kept 2 + army 0 = 9; Bo: 2 + 6 + 1 + 0 + 0 = 9; Cy: 4 + 2 = 6.
CATAN_TABLE = [
    {"name": "Ada", "settlements": 3, "cities": 2, "cards": 0, "road": 6, "knights": 2,
     "longest_held": True, "army_held": False},
    {"name": "Bo", "settlements": 2, "cities": 3, "cards": 1, "road": 6, "knights": 1,
     "longest_held": False, "army_held": False},
    {"name": "Cy", "settlements": 4, "cities": 1, "cards": 0, "road": 3, "knights": 0,
     "longest_held": False, "army_held": False},
]  # fmt: skip

WINGSPAN = """\
score:
  players: {least: 1, most: 5}
  ask:
    birds:  {ask: {en: Birds, sv: Fåglar}, cards: birds}
    bonus:  {ask: Bonus cards, most: 60}
    goal:   {ask: Cubes for the round goal, most: 20}
    eggs:   {most: 60}
    food:   {ask: Food on cards, most: 60}
    tucked: {ask: Tucked cards, most: 60}
    left:   {ask: Food tokens left, most: 60}
  count:
    birds:  {of: birds, sum: points}
    bonus:  {each: 1}
    eggs:   {each: 1}
    food:   {each: 1}
    tucked: {each: 1}
  awards:
    round_goal: {ask: Goal of round 4, most_of: goal, places: [7, 4, 3], ties: split, round: down}
  tie_break: [most left]
"""
# Ada: 1 + 5 + 3 + 3 = 12, + 4 + 10 + 0 + 1, goal (7+4)/2 = 5: 32
# Bo: 7, + 5 + 12 + 2 + 1, goal 5: 32; Cy: 0 + 0 + 3 + 0 + 0, third: 3 = 6. Bo has more food left.
WINGSPAN_TABLE = [
    {"name": "Ada", "birds": ["robin", "owl", "lark", "lark"], "bonus": 4, "goal": 3, "eggs": 10,
     "food": 0, "tucked": 1, "left": 1},
    {"name": "Bo", "birds": ["heron"], "bonus": 5, "goal": 3, "eggs": 12, "food": 2, "tucked": 1,
     "left": 2},
    {"name": "Cy", "birds": [], "bonus": 0, "goal": 1, "eggs": 3, "food": 0, "tucked": 0,
     "left": 0},
]  # fmt: skip

CASCADIA = """\
score:
  players: {least: 1, most: 4}
  ask:
    bears:  {ask: Pairs of bears, most: 10}
    elk:    {ask: Lines of elk, list: {length: {most: 4}}}
    salmon: {ask: Runs of salmon, list: {length: {most: 7}}}
    hawks:  {ask: Lone hawks, most: 20}
    foxes:  {ask: Foxes, list: {kinds: {ask: Animals around it, most: 5}}}
    forest: {ask: Largest forest, most: 23}
    cones:  {ask: Nature tokens, most: 25}
  count:
    bears:  {steps: [0, 4, 11, 19, 27]}
    elk:    {each_by: {length: [0, 2, 5, 9, 13]}}
    salmon: {each_by: {length: [0, 2, 5, 8, 12, 16, 20, 25]}}
    hawks:  {steps: [0, 2, 5, 8, 11, 14, 18, 22, 26]}
    foxes:  {sum: kinds}
    forest: {each: 1}
    cones:  {each: 1}
  awards:
    widest:
      {ask: Forest bonus, most_of: forest, places: [3, 1], by_players: {1: [0], 2: [2]},
       ties: split}
  tie_break: [most cones]
"""
# Ada: 11 + (9 + 2) + 8 + 5 + (3 + 5) + 6 + 2 + (3 + 1)/2 = 53
# Bo: 4 + 0 + (25 + 5) + 8 + 0 + 6 + 1 + 2 = 51; Cy: 0 + 13 + 0 + 0 + 1 + 4 + 0 + 0 = 18
CASCADIA_TABLE = [
    {"name": "Ada", "bears": 2, "elk": [{"length": 3}, {"length": 1}], "salmon": [{"length": 3}],
     "hawks": 2, "foxes": [{"kinds": 3}, {"kinds": 5}], "forest": 6, "cones": 2},
    {"name": "Bo", "bears": 1, "elk": [], "salmon": [{"length": 7}, {"length": 2}],
     "hawks": 3, "foxes": [], "forest": 6, "cones": 1},
    {"name": "Cy", "bears": 0, "elk": [{"length": 4}], "salmon": [],
     "hawks": 0, "foxes": [{"kinds": 1}], "forest": 4, "cones": 0},
]  # fmt: skip

CARCASSONNE = """\
score:
  players: {least: 2, most: 5}
  ask:
    track: {ask: Points during the game, most: 300}
    cities:
      ask: Cities with most of your meeples
      list: {tiles: {most: 40}, shields: {most: 10}, finished: yes/no}
    roads: {ask: Roads with most of your meeples, list: {tiles: {most: 30}}}
    cloisters: {ask: Cloisters, list: {tiles: {ask: Tiles with those around, least: 1, most: 9}}}
    farms: {ask: Farms with most of your meeples, list: {cities: {ask: Finished cities, most: 20}}}
  count:
    track:     {each: 1}
    cities:    {sum: (tiles + shields) * (1 + finished)}
    roads:     {sum: tiles}
    cloisters: {sum: tiles}
    farms:     {sum: 3 * cities}
"""
# Ada: 40 + ((4 + 1)·2 + (3 + 0)·1) + (2 + 5) + 7 + 3·4 = 79; Bo: 60 + 0 + 0 + 0 + 3·2 + 3·1 = 69
CARCASSONNE_TABLE = [
    {"name": "Ada", "track": 40,
     "cities": [{"tiles": 4, "shields": 1, "finished": True},
                {"tiles": 3, "shields": 0, "finished": False}],
     "roads": [{"tiles": 2}, {"tiles": 5}], "cloisters": [{"tiles": 7}], "farms": [{"cities": 4}]},
    {"name": "Bo", "track": 60, "cities": [], "roads": [], "cloisters": [],
     "farms": [{"cities": 2}, {"cities": 1}]},
]  # fmt: skip

# Each with its table, its totals in order, and who won.
GAMES: dict[str, tuple[str, list[dict[str, Any]], list[int], list[str]]] = {
    "7 Wonders": (SEVEN_WONDERS, SEVEN_WONDERS_TABLE, [59, 59, 8], ["Bo"]),
    "Azul": (AZUL, AZUL_TABLE, [47, 47], ["Ada"]),
    "Catan": (CATAN, CATAN_TABLE, [9, 9, 6], ["Ada", "Bo"]),
    "Wingspan": (WINGSPAN, WINGSPAN_TABLE, [32, 32, 6], ["Bo"]),
    "Cascadia": (CASCADIA, CASCADIA_TABLE, [53, 51, 18], ["Ada"]),
    "Carcassonne": (CARCASSONNE, CARCASSONNE_TABLE, [79, 69], ["Ada"]),
}


def declare(pond: Workshop, declaration: str) -> Workshop:
    """The made-up game with a deck of birds and that declaration."""
    pond.write("game.yaml", HEAD + BIRDS_DECK)
    pond.write("birds.csv", BIRDS)
    pond.write("scoring.yaml", declaration)
    return pond
