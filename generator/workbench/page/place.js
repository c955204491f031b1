// Choose where games are saved on a published site: in the browser, or in a folder on this computer.
import { folders } from "../../../scorer/web/page/answering.js";
import { $, button } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";

/** Show the choice where the browser offers folders. */
export async function paintPlace() {
  const known = "showDirectoryPicker" in window ? await folders() : null;
  if (!known) return;
  const found = await known.chosen();
  const folder = found?.handle.name;
  // The app opens its games when it starts.
  const then = (work) => async () => (await work()) !== false && location.reload();
  const pick = then(async () => known.choose(await window.showDirectoryPicker({ id: "ecotable", mode: "readwrite" })));
  const choices = [
    found && !found.granted && button(say("allow_folder", { folder }), then(() => known.allowed(found)), { class: "plain", id: "allow-folder" }),
    button(say("use_folder"), () => void pick().catch(() => null), { class: "plain", id: "use-folder" }),
    found && button(say("use_browser"), then(known.leave), { class: "plain", id: "use-browser" }),
  ];
  $("place").hidden = false;
  $("place-now").textContent = found?.granted ? say("place_folder", { folder }) : say("place_browser");
  $("place-choices").replaceChildren(...choices.filter((one) => one !== null && one !== false));
}
