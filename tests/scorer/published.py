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

SUSHI_DECK = """\
decks:
  sushi:
    title: {en: Sushi, sv: Sushi}
    size: poker
    front: fish.svg.j2
    columns:
      name:   {help: what the card is called, translate: never}
      kind:   {type: choice, of: [tempura, sashimi, dumpling, maki, nigiri, pudding, wasabi]}
      rolls:  {type: int, min: 0, max: 3}
      points: {type: int, min: 0, max: 3}
"""
SUSHI = """\
id,copies,name,kind,rolls,points
tempura,14,Tempura,tempura,0,0
sashimi,14,Sashimi,sashimi,0,0
dumpling,14,Dumpling,dumpling,0,0
maki_1,6,One maki roll,maki,1,0
maki_2,12,Two maki rolls,maki,2,0
maki_3,8,Three maki rolls,maki,3,0
egg,5,Egg nigiri,nigiri,0,1
salmon,10,Salmon nigiri,nigiri,0,2
squid,5,Squid nigiri,nigiri,0,3
pudding,10,Pudding,pudding,0,0
wasabi,6,Wasabi,wasabi,0,0
"""
SUSHI_GO = """\
score:
  players: {least: 2, most: 5}
  rounds: 3
  ask:
    mine:   {ask: Cards, cards: sushi}
    dipped: {ask: Points of nigiri on wasabi, most: 18}
  count:
    tempura:   {of: "count(mine, kind = tempura)", each: 5, every: 2}
    sashimi:   {of: "count(mine, kind = sashimi)", each: 10, every: 3}
    dumplings: {of: "count(mine, kind = dumpling)", steps: [0, 1, 3, 6, 10, 15]}
    nigiri:    {sum: "sum(mine, points) + 2 * dipped"}
  awards:
    maki:     {most_of: "sum(mine, rolls)", places: [6, 3], ties: split_place, per: round}
    puddings: {most_of: "count(mine, kind = pudding)", points: 6, ties: split_place, per: game}
    fewest:
      {ask: Fewest puddings, least_of: "count(mine, kind = pudding)", points: -6, players: 3+,
       ties: split_place, round: up, per: game}
  tie_break: ["most count(mine, kind = pudding)"]
"""


def sushi_round(cards: str, dipped: int = 0) -> dict[str, Any]:
    return {"mine": cards.split(), "dipped": dipped}


# Ada: 5 + 3 + maki 6/2 = 11; 15 + 2 + 2·2 + 0 = 21; 3 + maki 6 = 9; fewest puddings -6: 35.
# Bo: 2 + maki 6/2 = 5; 5 + 1 + maki 6 = 12; 5 + 10 + maki 3/2 = 16; puddings 6/2 = 3: 36.
# Cy: 6; maki 3; 2 + maki 3/2 = 3; puddings 6/2 = 3: 15.
# With maki counted once, Ada would have 12 rolls to Bo's 11 and win.
SUSHI_GO_TABLE = [
    {"name": "Ada", "rounds": [
        sushi_round("tempura tempura maki_3 maki_2 squid pudding"),
        sushi_round("maki_1 dumpling dumpling dumpling dumpling dumpling salmon wasabi", 2),
        sushi_round("maki_3 maki_3 squid")]},
    {"name": "Bo", "rounds": [
        sushi_round("maki_3 maki_2 salmon pudding"),
        sushi_round("maki_2 maki_2 tempura tempura tempura egg"),
        sushi_round("maki_2 tempura tempura sashimi sashimi sashimi pudding")]},
    {"name": "Cy", "rounds": [
        sushi_round("maki_1 dumpling dumpling dumpling"),
        sushi_round("maki_2 sashimi sashimi pudding pudding"),
        sushi_round("maki_2 salmon")]},
]  # fmt: skip

COLOURS = ("yellow", "blue", "white", "green", "red")
EXPEDITION_DECK = """\
decks:
  expeditions:
    title: {en: Expeditions, sv: Expeditioner}
    size: poker
    front: fish.svg.j2
    columns:
      name:   {help: what the card is called, translate: never}
      colour: {type: choice, of: [yellow, blue, white, green, red]}
      value:  {type: int, min: 0, max: 10}
"""
EXPEDITIONS = "id,copies,name,colour,value\n" + "".join(
    f"{colour}_{name},{copies},{colour} {name},{colour},{value}\n"
    for colour in COLOURS
    for name, copies, value in (("wager", 3, 0), *((n, 1, n) for n in range(2, 11)))
)
LOST_CITIES = """\
score:
  players: {least: 2, most: 2}
  rounds: {most: 3}
  ask: {mine: {ask: Expeditions, cards: expeditions}}
  count:
""" + "".join(
    f"""\
    {colour}:
      when: "count(mine, colour = {colour}) > 0"
      sum: "(sum(mine, value * (colour = {colour})) - 20)
        * (1 + count(mine, colour = {colour} and value = 0))
        + 20 * (count(mine, colour = {colour}) >= 8)"
"""
    for colour in COLOURS
)


def expeditions(cards: str) -> dict[str, Any]:
    """``red w 2 10 blue 9``: of each colour wagers and values."""
    groups, colour = [], ""
    for word in cards.split():
        colour = word if word in COLOURS else colour
        if word != colour:
            groups.append(f"{colour}_{'wager' if word == 'w' else word}")
    return {"mine": groups}


# Ada: (35 - 20)·2 + 20 = 50 and 19 - 20; 0; 10 - 20: 39.
# Bo: (2 - 20)·3 = -54 and 27 - 20; (30 - 20)·4 + 20 = 60; 19 - 20: 12. Cards are shuffled again.
LOST_CITIES_TABLE = [
    {"name": "Ada", "rounds": [
        expeditions("red w 2 3 4 5 6 7 8 blue 9 10"), expeditions(""), expeditions("red 10")]},
    {"name": "Bo", "rounds": [
        expeditions("green w w 2 yellow 8 9 10"), expeditions("white w w w 4 5 6 7 8"),
        expeditions("yellow 9 10")]},
]  # fmt: skip

# The decks of the games that have one, as declared and as a table.
DECKS = {
    "Sushi Go": ("sushi", SUSHI_DECK, SUSHI),
    "Lost Cities": ("expeditions", EXPEDITION_DECK, EXPEDITIONS),
}
BIRD_DECK = ("birds", BIRDS_DECK, BIRDS)

# Each with its table, its totals in order, and who won.
GAMES: dict[str, tuple[str, list[dict[str, Any]], list[int], list[str]]] = {
    "7 Wonders": (SEVEN_WONDERS, SEVEN_WONDERS_TABLE, [59, 59, 8], ["Bo"]),
    "Azul": (AZUL, AZUL_TABLE, [47, 47], ["Ada"]),
    "Catan": (CATAN, CATAN_TABLE, [9, 9, 6], ["Ada", "Bo"]),
    "Wingspan": (WINGSPAN, WINGSPAN_TABLE, [32, 32, 6], ["Bo"]),
    "Cascadia": (CASCADIA, CASCADIA_TABLE, [53, 51, 18], ["Ada"]),
    "Carcassonne": (CARCASSONNE, CARCASSONNE_TABLE, [79, 69], ["Ada"]),
    "Sushi Go": (SUSHI_GO, SUSHI_GO_TABLE, [35, 36, 15], ["Bo"]),
    "Lost Cities": (LOST_CITIES, LOST_CITIES_TABLE, [39, 12], ["Ada"]),
}


def declare(pond: Workshop, declaration: str, deck: tuple[str, str, str] = BIRD_DECK) -> Workshop:
    """The made-up game with one deck, of birds if no other is given, and that declaration."""
    name, declared, table = deck
    pond.write("game.yaml", HEAD + declared)
    pond.write(f"{name}.csv", table)
    pond.write("scoring.yaml", declaration)
    return pond


def declare_published(pond: Workshop, name: str) -> Workshop:
    return declare(pond, GAMES[name][0], DECKS.get(name, BIRD_DECK))
