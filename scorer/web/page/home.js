// The home page: the games, and the games saved in this browser.
import { delivery } from "./delivery.js";
import { $, button, icon, joinNames, lang, languageName, make, say, toast } from "./page.js";
import { engine } from "./engine.js";
import { frame, showFailure, usable } from "./frame.js";
import { listening } from "./requests.js";
import * as savedTables from "./saved_tables.js";
import { localTime, save } from "./save_file.js";
import { standings } from "./standings.js";
import { addTables, allTables } from "./tables_file.js";

/** @type {GamesRecord} */
let record;

async function begin() {
  frame();
  record = await engine.games();
  $("join").hidden = delivery.kind !== "served";
  $("make-own").hidden = !changes();
  $("docs").hidden = delivery.kind === "served"; // a site has them beside the page
  $("open-all-help").textContent = say("open_all_help", { what: say("save_all") });
  if (delivery.kind === "served") void showClass();
  showGames();
  await showTables();
  savedTables.listen(showTables);
  usable();
}

// Games can be made and changed only on the computer that holds them: of the server, or of this browser.
const changes = () => delivery.kind === "published" || record.here;

// The link to the class: teachers go to the class page, phones to the join page.
async function showClass() {
  const { class: name } = await fetch("api/live/class").then((answer) => answer.json()).catch(() => ({}));
  if (!name) return;
  const to = record.here ? "class.html" : "join.html";
  const link = make("a", { class: "strong", id: "to-class", href: to }, say(record.here ? "to_class" : "enter_class", { name }));
  $("join").replaceChildren(link, (record.here && $("join").firstElementChild) || "");
}

// Custom games and included games have separate lists if there are both.
function showGames() {
  const own = record.games.filter((game) => game.own);
  const along = record.games.filter((game) => !game.own);
  const apart = own.length > 0 && along.length > 0;
  $("own").hidden = $("along-title").hidden = !apart;
  $("lead-games").hidden = own.length > 0; // it describes only the included games
  $("own-games").replaceChildren(...(apart ? own : []).map(card));
  $("games").replaceChildren(...(apart ? along : record.games).map(card));
}

const address = (/** @type {string} */ page, /** @type {Game} */ game) => `${page}?${new URLSearchParams({ game: game.slug })}`;

function card(/** @type {Game} */ game) {
  const title = make("h2", {}, game.title);
  if (game.problems.length) return make("li", { class: "game" }, make("div", { class: "game-text" }, title, make("p", { class: "note warn" }, game.problems[0]), game.own && changes() && make("div", { class: "actions" }, action("change", `change/files.html?game=${game.slug}`, game))));
  const spoken = game.languages.includes(lang) ? lang : game.languages[0];
  const src = `picture/${spoken}/${game.slug}.webp`;
  const picture = make("img", { ...(game.own ? {} : { src }), alt: "", width: 720, height: 315, loading: "lazy", onerror: () => picture.remove() });
  if (game.own) void listening().finally(() => (picture.src = src)); // a site has no file of it
  const links = [
    game.scored && action("score", address("score.html", game), game, "strong"),
    action("print", address("print.html", game), game),
    action("rules", address("rules.html", game), game),
    changes() && action("change", `change/?game=${game.slug}`, game),
  ];
  const node = make("li", { class: "game" }, make("div", { class: "game-picture" }, picture), make("div", { class: "game-text" }, title, game.summary && make("p", { lang: game.summary.lang }, game.summary.text), make("ul", { class: "facts" }, ...factsOf(game)), make("div", { class: "actions" }, ...links)));
  if (/^#[0-9a-f]{6}$/i.test(game.accent)) node.style.setProperty("--game", game.accent);
  return node;
}

/** What a box says: each fact with its icon. @param {Game} game */
function factsOf(game) {
  const { players, minutes, age } = game.box;
  const spoken = game.languages.map(languageName).join(", ");
  return [
    players && fact("people", say(/^[\d–-]+( \w+ [\d–-]+)?$/.test(players) ? "players" : "players_are", { n: players })),
    minutes && fact("clock", say("minutes", { n: minutes })),
    age && fact("cake", say("age", { n: age })),
    fact("globe", game.spoken === lang ? spoken : say("words_in", { language: languageName(game.spoken) })),
  ];
}

const fact = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ text) => make("li", {}, icon(name), text);

/** @param {Parameters<typeof icon>[0]} name @param {string} href @param {Game} game @param {string} [kind] */
const action = (name, href, game, kind = "plain") => make("a", { class: kind, href }, icon(name), say(name), make("span", { class: "unseen" }, ` ${game.title}`));

// ---- saved games ---------------------------------------------------------------------------

async function showTables() {
  const all = await savedTables.tables().catch(() => []);
  $("to-kept").hidden = !all.length;
  $("kept-title").hidden = $("save-all").hidden = !all.length;
  $("search").hidden = all.length < 2;
  const typed = $("find").value.trim().toLowerCase();
  const matches = all.filter((table) => `${table.title} ${gameTitle(table)}`.toLowerCase().includes(typed));
  const tried = matches.filter((table) => table.facts?.example);
  $("tables").replaceChildren(...matches.filter((table) => !tried.includes(table)).map(row));
  $("tried-tables").replaceChildren(...tried.map(row));
  $("tried").hidden = !tried.length;
  $("nothing").hidden = matches.length > 0 || !all.length;
  const tallies = standings(all, gameTitle);
  $("standing").hidden = !tallies.length;
  $("standing-tables").replaceChildren(...tallies);
}

const gameTitle = (/** @type {SavedTable} */ table) => record.games.find((game) => game.slug === table.game)?.title ?? table.game;

function row(/** @type {SavedTable} */ table) {
  const when = new Date(table.changed).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  const open = make("a", { href: `score.html?${new URLSearchParams({ game: table.game, table: table.id, step: "result" })}` }, table.title);
  const again = make("a", { class: "again", href: `score.html?${new URLSearchParams({ game: table.game, again: table.id })}` }, say("again"), make("span", { class: "unseen" }, ` – ${table.title}`));
  const drop = button("×", () => remove(table), { class: "drop", "aria-label": say("remove_what", { what: table.title }) });
  const titles = [gameTitle(table)].filter((title) => title !== table.title);
  const facts = make("p", { class: "facts" }, [...titles, when].join(" · "));
  return make("li", {}, make("div", {}, open, facts, make("p", { class: "facts ending" }, make("span", {}, ending(table)), again)), drop);
}

/** Return who won, or that the game is not finished. @param {SavedTable} table */
function ending({ facts }) {
  if (!facts?.done) return say("not_finished");
  if (facts.outcome === "won" || facts.outcome === "lost") return say(facts.outcome === "won" ? "won" : "lost_all");
  return say(facts.outcome === "draw" ? "draw_of" : "won_by", { who: joinNames(facts.winners) });
}

// ---- export and import ----------------------------------------------------------------------

async function saveAll() {
  save(`ecotable-${localTime(Date.now()).slice(0, 10)}.json`, await allTables(), "application/json");
}

async function openAll() {
  const file = $("open-all").files?.[0];
  if (!file) return;
  const count = await addTables(file).catch(() => null);
  $("open-all").value = "";
  toast(say(count === null ? "no_tables_file" : "tables_added", { n: count }));
  await showTables();
}

async function remove(/** @type {SavedTable} */ table) {
  await savedTables.remove(table.id);
  await showTables();
  const back = async () => {
    await savedTables.restore(table.id);
    $("toast").hidden = true;
    await showTables();
  };
  toast(say("removed", { what: table.title }), button(say("undo"), back, { class: "plain" }));
}

$("save-all").addEventListener("click", saveAll);
$("open-all").addEventListener("change", openAll);
$("find").addEventListener("input", showTables);
begin().catch(showFailure);
