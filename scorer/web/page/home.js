// The first page: the games, and the tables that this browser keeps.
import { delivery } from "./delivery.js";
import { $, button, make, toast } from "./dom.js";
import { engine } from "./engine.js";
import { frame, lost, usable } from "./frame.js";
import { lang } from "./language.js";
import * as savedTables from "./saved_tables.js";
import { say } from "./words.js";

/** @type {{games: Game[], here: boolean}} */
let shelf;

async function begin() {
  frame();
  shelf = await engine.shelf();
  $("join").hidden = delivery.kind !== "served";
  $("games").replaceChildren(...shelf.games.map(card));
  await showTables();
  savedTables.listen(showTables);
  usable();
}

const address = (page, game) => `${page}?${new URLSearchParams({ game: game.slug })}`;

/** @param {Game} game */
function card(game) {
  const title = make("h2", {}, game.title);
  if (game.problems.length) return make("li", { class: "game" }, make("div", { class: "game-text" }, title, make("p", { class: "note warn" }, game.problems[0])));
  const picture = make("img", { src: `picture/${game.slug}.webp`, alt: "", width: 640, height: 400, loading: "lazy", onerror: () => picture.remove() });
  const { players, minutes, age } = game.box;
  const facts = [players && say(/^[\d–-]+( \w+ [\d–-]+)?$/.test(players) ? "players" : "players_are", { n: players }), minutes && say("minutes", { n: minutes }), age && say("age", { n: age })].filter(Boolean);
  const links = [
    game.scored && make("a", { class: "strong", href: address("score.html", game) }, say("score"), hidden(game)),
    make("a", { class: "plain", href: address("print.html", game) }, say("print"), hidden(game)),
    make("a", { class: "plain", href: address("rules.html", game) }, say("rules"), hidden(game)),
    delivery.kind === "served" && shelf.here && make("a", { class: "plain", href: `change/?game=${game.slug}` }, say("change"), hidden(game)),
  ];
  const node = make("li", { class: "game" }, make("div", { class: "game-picture" }, picture), make("div", { class: "game-text" }, title, make("p", { class: "facts" }, facts.join(" · ")), make("div", { class: "actions" }, ...links)));
  if (/^#[0-9a-f]{6}$/i.test(game.accent)) node.style.setProperty("--game", game.accent);
  return node;
}

const hidden = (game) => make("span", { class: "unseen" }, ` ${game.title}`);

// ---- kept tables ---------------------------------------------------------------------------

async function showTables() {
  const all = await savedTables.tables().catch(() => []);
  $("kept").hidden = !all.length;
  $("search").hidden = all.length < 2;
  const wanted = $("find").value.trim().toLowerCase();
  const found = all.filter((table) => `${table.title} ${gameTitle(table)}`.toLowerCase().includes(wanted));
  $("tables").replaceChildren(...found.map(row));
  $("nothing").hidden = found.length > 0;
}

const gameTitle = (table) => shelf.games.find((game) => game.slug === table.game)?.title ?? table.game;

/** @param {SavedTable} table */
function row(table) {
  const when = new Date(table.changed).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  const open = make("a", { href: `score.html?${new URLSearchParams({ game: table.game, table: table.id, step: "result" })}` }, table.title);
  const drop = button("×", () => remove(table), { class: "drop", "aria-label": say("remove_what", { what: table.title }) });
  return make("li", {}, make("div", {}, open, make("p", { class: "facts" }, `${gameTitle(table)} · ${when}`)), drop);
}

async function remove(table) {
  await savedTables.remove(table.id);
  await showTables();
  const back = async () => {
    await savedTables.restore(table.id);
    $("toast").hidden = true;
    await showTables();
  };
  toast(say("removed", { what: table.title }), button(say("undo"), back, { class: "plain" }));
}

$("find").addEventListener("input", showTables);
begin().catch(lost);
