// What the address asks for. The form is on its way before the rest of the page runs.
import { engine } from "./engine.js";

export const query = new URLSearchParams(location.search);
export const asked = engine.form((query.get("game") ?? "").replaceAll("-", "_"));
asked.catch(() => {}); // told by whoever waits for it, once there are words for it
