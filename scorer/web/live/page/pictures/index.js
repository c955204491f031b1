// One picture for each game, made for what it teaches: all tables of the class side by side.
//   draw(tables, game)   the figure; tables with a result, the game with its form and numbers
import { boards } from "./boards.js";
import { meters } from "./meters.js";
import { balance } from "./balance.js";
import { stars } from "./stars.js";
import { totals } from "./totals.js";

/** @type {Record<string, DebriefPicture>} */
const PICTURES = { ecologic: balance, kompensaatiopeli: boards, better_life: meters, ecosfera_baltica: stars };

/** @type {DebriefPicture} */
export const pictureOf = (tables, game) => (PICTURES[game.slug] ?? totals)(tables, game);
