// The teacher's line to the server: the class and its tables as they change. It comes back by
// itself; to a server that was started again it brings the class along.
import { lang } from "../../page/language.js";
import { pauseMs } from "../../page/live_line.js";

const KEY = "ecotable-class";
const secret = new URLSearchParams(location.hash.slice(1)).get("secret") ?? "";

/** @type {(name: string, body: any) => Promise<Response>} */
export const teach = (name, body) =>
  fetch(`api/class/${name}?lang=${lang}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ secret, ...body }) });

export async function debriefing() {
  const answer = await fetch(`api/class/debrief?${new URLSearchParams({ secret, lang })}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @type {(hear: ClassListener) => void} */
export function follow(hear) {
  let tries = 0;
  let known = false;
  const connect = async () => {
    const status = await allowed();
    // A server that was started again knows the link with the secret only once it is told the class.
    if ((status === 403 || status === 404) && !known) return hear.refused(status);
    const stream = new EventSource(`api/class/events?${new URLSearchParams({ secret, lang })}`);
    stream.onerror = () => {
      stream.close();
      hear.away();
      setTimeout(connect, pauseMs(tries));
      tries += 1;
    };
    stream.onopen = () => {
      [tries, known] = [0, true];
      hear.here();
    };
    stream.addEventListener("class", (event) => adopted(JSON.parse(event.data), hear));
    stream.addEventListener("tile", (event) => hear.tile(JSON.parse(event.data)));
    stream.addEventListener("clients", (event) => hear.clients(JSON.parse(event.data)));
    stream.addEventListener("gone", (event) => hear.gone(JSON.parse(event.data).id));
    return undefined;
  };
  void connect();
}

// Streams do not tell why they were refused.
async function allowed() {
  const answer = await teach("hello", {}).catch(() => null);
  return answer?.status ?? 0;
}

// A server that was started again has made up another class of the same name: it is told which
// one it is, so that the code on the wall and the tables of the phones go on.
async function adopted(about, hear) {
  const known = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  if (known && known.name === about.name && known.key !== about.key) {
    await teach("adopt", { key: known.key, turn: known.turn });
    return;
  }
  sessionStorage.setItem(KEY, JSON.stringify(about));
  hear.about(about);
}
