// The teacher's connection to the server: the class and its tables as they change. It reconnects itself.
import { lang } from "../../page/language.js";
import { pauseMs } from "../../page/live_line.js";

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
    stream.addEventListener("class", (event) => hear.about(JSON.parse(event.data)));
    stream.addEventListener("tile", (event) => hear.tile(JSON.parse(event.data)));
    stream.addEventListener("tables", (event) => hear.tables(JSON.parse(event.data)));
    stream.addEventListener("clients", (event) => hear.clients(JSON.parse(event.data)));
    return undefined;
  };
  void connect();
}

// Event streams do not report why they were refused.
async function allowed() {
  const answer = await teach("hello", {}).catch(() => null);
  return answer?.status ?? 0;
}
