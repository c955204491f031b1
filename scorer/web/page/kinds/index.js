// The kinds of questions: each is a module with the same functions.
//   ask(table, field, path)         the part of the form, {node, update()}; null where another asks
//   initial(field, index, nameOf)   what a new table or player holds; undefined for nothing
//   isSound(field, value)           whether a value from outside has the right shape
//   count(value, component)         how many of a component of the box it holds
//   valueText(form, answers, field, value)   the value in words
//   places(field)                   the paths inside the value that can differ; [[]] for the whole
//   placeText(field, inside)        what such a place is called
//   resultView(table, field)        what is shown with the result, or null
// A part changes nothing by itself: it tells the table with tap(path, value), which may refuse.
import { ask as askMeter } from "../widgets/meter.js";
import { ask as askSeats } from "../widgets/seats.js";
import { ask as askStar } from "../widgets/star.js";
import * as board from "./board.js";
import * as cards from "./cards.js";
import * as choice from "./choice.js";
import * as int from "./int.js";
import * as letters from "./letters.js";
import * as multi from "./multi.js";
import * as name from "./name.js";
import * as rows from "./rows.js";
import * as yes_no from "./yes_no.js";

/** @type {Record<Field["kind"], Kind>} */
const KINDS = { board, cards, choice, int, letters, multi, name, rows, yes_no };
/** @type {Partial<Record<Field["widget"], Kind["ask"]>>} */
const WIDGETS = { meter: askMeter, seats: askSeats, star: askStar };

/** @type {(field: Field) => Kind} */
export const kindOf = (field) => KINDS[field.kind];

/** The part of the form for a field at a path: a special look where the form wishes for one.
 * @type {Kind["ask"]} */
export const partFor = (table, field, path) => (WIDGETS[field.widget] ?? kindOf(field).ask)(table, field, path);

/** Whether an answer is one of the field's choices.
 * @type {(field: Field) => boolean} */
export const isChosen = (field) => kindOf(field) === choice;

/** What the fields of a form show with its result.
 * @type {(table: AnsweredTable) => ResultView[]} */
export const resultViews = (table) => table.form.fields.flatMap((field) => kindOf(field).resultView(table, field) ?? []);
