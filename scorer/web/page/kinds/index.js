// The kinds of questions. Each is a module with one `Kind`.
//   ask(table, field, path)         the form part, {node, update()}; null if another kind asks
//   initial(field, index, nameOf)   the value of a new table or player; undefined for none
//   isSound(field, value)           whether a value from outside has the right shape
//   count(value, component)         how many of a component the value uses
//   valueText(form, answers, field, value)   the value in words
//   places(field)                   the paths inside the value that can differ; [[]] for the whole
//   placeText(field, inside)        the name of such a place
//   resultView(table, field)        what to show with the result, or null
// A part changes nothing itself: it calls tap(path, value) of the table, which may refuse.
import { ask as askMeter } from "../widgets/meter.js";
import { ask as askSeats } from "../widgets/seats.js";
import { ask as askStar } from "../widgets/star.js";
import { board } from "./board.js";
import { cards } from "./cards.js";
import { choice } from "./choice.js";
import { int } from "./int.js";
import { letters } from "./letters.js";
import { multi } from "./multi.js";
import { name } from "./name.js";
import { rows } from "./rows.js";
import { yes_no } from "./yes_no.js";

/** @type {Record<Field["kind"], Kind>} */
const KINDS = { board, cards, choice, int, letters, multi, name, rows, yes_no };
/** @type {Partial<Record<Field["widget"], Kind["ask"]>>} */
const WIDGETS = { meter: askMeter, seats: askSeats, star: askStar };

export const kindOf = (/** @type {Field} */ field) => KINDS[field.kind];

/** Build the form part for a field at a path, with a special widget if the form asks for one. @type {Kind["ask"]} */
export const partFor = (table, field, path) => (WIDGETS[field.widget] ?? kindOf(field).ask)(table, field, path);

export const isChosen = (/** @type {Field} */ field) => kindOf(field) === choice;

/** Return what the fields of a form show with the result. @type {(table: AnsweredTable) => ResultView[]} */
export const resultViews = (table) => table.form.fields.flatMap((field) => kindOf(field).resultView(table, field) ?? []);
