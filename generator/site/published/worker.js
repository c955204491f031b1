// The rules in the browser: the same Python as on the server, in a separate worker, so that it
// never blocks the page. It receives {id, call, slug, table, lang} and answers {id, record} or
// {id, fault}. While it loads, it reports {loading: {done, total}}.
import { loadPyodide } from "./engine/pyodide.mjs";

const HOME = "/ecotable";
const address = (name) => new URL(`engine/${name}`, import.meta.url).href;

async function archive(name) {
  const answer = await fetch(address(name));
  if (!answer.ok) throw new Error(`${answer.status} ${name}`);
  return answer.arrayBuffer();
}

// Report the progress to the page: Python itself, its libraries, the games.
async function told(parts) {
  let done = 0;
  const tell = () => self.postMessage({ loading: { done, total: parts.length } });
  tell();
  const counted = async (part) => {
    const found = await part;
    done += 1;
    tell();
    return found;
  };
  return Promise.all(parts.map(counted));
}

async function start() {
  const loading = loadPyodide({ indexURL: address(""), stdLibURL: address("python.zip") });
  const [python, ...packed] = await told([loading, archive("libraries.zip"), archive("games.zip")]);
  for (const one of packed) python.unpackArchive(one, "zip", { extractDir: HOME });
  python.runPython(`import sys; sys.path.append("${HOME}")`);
  return python.pyimport("scorer.web.api.pyodide_api").answer;
}

const ready = start();

self.onmessage = async ({ data: { id, call, slug, table, lang } }) => {
  try {
    const answer = await ready;
    const record = JSON.parse(answer(call, slug, JSON.stringify(table), lang));
    self.postMessage(record.fault ? { id, fault: record.fault } : { id, record });
  } catch (error) {
    self.postMessage({ id, fault: String(error) });
  }
};
