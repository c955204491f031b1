// The teacher's connection to the server: the class and its tables as they change. It reconnects itself.
import { lang } from "../../page/language.js";
import { pauseMs } from "../../page/live_line.js";
import { postJson } from "../../page/requests.js";

const secret = new URLSearchParams(location.hash.slice(1)).get("secret") ?? "";

/** @type {(name: string, body: any) => Promise<Response>} */
export const teach = (name, body) => postJson(`api/class/${name}?lang=${lang}`, { secret, ...body });

export async function debriefing() {
  const answer = await fetch(`api/class/debrief?${new URLSearchParams({ secret, lang })}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

export function follow(/** @type {ClassListener} */ hear) {
  let tries = 0;
  let opened = false;
  const connect = async () => {
    const status = await askAgain();
    if ((status === 403 || status === 404) && !opened) return hear.refused(status);
    const stream = new EventSource(`api/class/events?${new URLSearchParams({ secret, lang })}`);
    stream.onerror = () => {
      stream.close();
      hear.away();
      setTimeout(connect, pauseMs(tries));
      tries += 1;
    };
    stream.onopen = () => {
      [tries, opened] = [0, true];
      hear.here();
    };
    stream.addEventListener("class", (event) => hear.about(JSON.parse(event.data)));
    stream.addEventListener("tile", (event) => hear.tile(JSON.parse(event.data)));
    stream.addEventListener("tables", (event) => hear.tables(JSON.parse(event.data)));
    stream.addEventListener("clients", (event) => hear.clients(JSON.parse(event.data)));
    return undefined;
  };
  void connect();
}

// Event streams do not report why they were refused.
async function askAgain() {
  const answer = await teach("hello", {}).catch(() => null);
  return answer?.status ?? 0;
}
