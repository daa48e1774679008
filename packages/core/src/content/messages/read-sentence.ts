import { NEEDS_REVISION, type Reading } from "./text-action.ts";

/**
 * The sentences that act. Without the `u` flag, `i` folds ASCII only, so no letter of another script and no long
 * s matches.
 */
const SENTENCE =
  /^(self[- ]review complete(?: for)? task|approved task|needs revision on task) (?:#([0-9]{1,18})|([A-Za-z][A-Za-z0-9]{0,15}-[A-Za-z0-9]{1,32}(?:\.[0-9]{1,3}){0,3}))[.!]?$/i;

const MENTION = /approved|review complete|needs revision/i;
const NEGATION =
  /\b(?:not|never|no|nobody|none|neither|nor|cannot|without)\b|n['’]t\b|\b(?:un|dis)approved/i;
const QUOTATION = /^\s*["'`“‘«„]/;

/** Parses one of three sentences, which must be the whole line except for a final full stop. */
export function readSentence(line: string): Reading {
  const [, said, number, id] = SENTENCE.exec(line) ?? [];
  const task = number ?? id;
  if (said !== undefined && task !== undefined) {
    return said.toLowerCase().startsWith("needs")
      ? {
          action: {
            act: "reject",
            task,
            feedback: NEEDS_REVISION,
            form: "sentence",
          },
        }
      : { action: { act: "approve", task, form: "sentence" } };
  }
  if (!(MENTION.test(line) && /task/i.test(line))) return null;
  return { reason: whyNot(line) };
}

function whyNot(line: string): string {
  if (NEGATION.test(line)) return "negated";
  if (line.includes("?")) return "question";
  return QUOTATION.test(line) ? "in_quote" : "not_whole_line";
}
