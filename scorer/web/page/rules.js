// The rules of a game as a page. The generator creates the HTML from the same text as the printed
// rules. The HTML contains no scripts, and the page's policy would block them.
import { answering } from "./answering.js";
import { ask } from "./requests.js";
import { delivery } from "./delivery.js";
import { $, icon, lang, make, say } from "./page.js";
import { accent, frame, languageNote, showFailure, usable } from "./frame.js";
import { listedGame, query } from "./engine.js";

async function begin() {
  frame();
  const game = await listedGame();
  accent(game.accent);
  $("title").textContent = say("rules_heading", { what: game.title });
  document.title = `${say("rules_heading", { what: game.title })} – Ecotable`;
  await showLeaflet(game);
  showContents();
  showWayBack(game);
  $("about").replaceChildren(make("h2", {}, say("rules_makers")), make("p", { lang: game.spoken }, game.makers), make("p", {}, make("a", { href: game.link, rel: "noreferrer noopener" }, game.link)));
  usable();
}

// Links to all headings, next to the text on wide screens.
function showContents() {
  const headings = [...$("leaflet").querySelectorAll("h2")];
  headings.forEach((node, index) => (node.id ||= `part-${index + 1}`));
  $("contents-list").replaceChildren(...headings.map((node) => make("li", {}, make("a", { href: `#${node.id}` }, node.textContent))));
  $("contents").hidden = headings.length < 2;
  $("contents").open = matchMedia("(min-width: 70rem)").matches;
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Link back to the table and step that the reader came from. @param {Game} game */
function showWayBack(game) {
  const back = new URLSearchParams(query.get("back") ?? "");
  back.set("game", game.slug);
  $("to-score").href = `score.html?${back}`;
  $("to-score").replaceChildren(icon("score"), say(query.has("back") ? "to_score" : "score"));
  $("to-score").hidden = !game.scored;
}

async function showLeaflet(/** @type {Game} */ { slug, own }) {
  const ready = delivery.kind === "published" && !own;
  if (!ready && !(await answering($("leaflet"), () => null).then(() => true, () => false))) return undefined; // a note says why
  const address = ready ? `leaflet/${slug}.${lang}.html` : `leaflet/${slug}?lang=${lang}`;
  const answer = await (ready ? fetch : ask)(address);
  if (!answer.ok) return $("leaflet").replaceChildren(make("p", { class: "note" }, say("rules_missing")));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("title").hidden = Boolean(page.querySelector("h1")); // the rules have their own heading
  const spoken = page.querySelector("article")?.lang ?? lang;
  $("contents-list").lang = spoken;
  return $("leaflet").replaceChildren(languageNote("rules_other_lang", spoken) ?? "", ...page.body.childNodes);
}

begin().catch(showFailure);
