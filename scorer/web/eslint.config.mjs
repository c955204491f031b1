// ESLint's recommended rules, for every script of the pages and of the published site.
import js from "../../.venv/node/node_modules/@eslint/js/src/index.js";
import globals from "../../.venv/node/node_modules/globals/index.js";

const WRITTEN = { FILES: "readonly", FIRST: "readonly", VERSION: "readonly" }; // written above service.js and worker.js when a site is built

export default [
  js.configs.recommended,
  { languageOptions: { globals: globals.browser }, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["**/published/*.js"], languageOptions: { globals: { ...globals.serviceworker, ...WRITTEN } } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
];
