import { findTokens } from "./find-tokens.ts";
import { isExample, looksRandom } from "./placeholder.ts";
import { SECRET_SHAPES, type SecretShape } from "./secret-shapes.ts";

/** A credential in a text: its kind and position, never its value. */
export type SecretText = { what: string; start: number; end: number };

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = "-----END ";

const LEAST_DIGIT_RUNS = 2;

/**
 * Finds credentials by vendor formats, and passwords by name and randomness.
 *
 * Linear in the length of the text. The results are sorted, and overlapping ones are joined.
 */
export function findSecrets(text: string): SecretText[] {
  const found = [
    ...findKeyBlocks(text),
    ...findTokens(text),
    ...SECRET_SHAPES.flatMap((shape) => findShape(text, shape)),
  ];
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: SecretText[] = [];
  for (const secret of sorted) {
    const last = kept.at(-1);
    if (last === undefined || secret.start >= last.end) kept.push({ ...secret });
    else last.end = Math.max(last.end, secret.end);
  }
  return kept;
}

/** Replaces each credential by its kind. */
export function redactSecrets(text: string): string {
  let redacted = "";
  let at = 0;
  for (const { what, start, end } of findSecrets(text)) {
    redacted += `${text.slice(at, start)}[${what}]`;
    at = end;
  }
  return redacted + text.slice(at);
}

function findShape(text: string, { what, hint, pattern, random }: SecretShape): SecretText[] {
  if (!hint.test(text)) return [];
  const found: SecretText[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.value ?? "";
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (isExample(value) || !isCredible(value, random)) continue;
    found.push({ what, start, end });
  }
  return found;
}

function isCredible(value: string, random: SecretShape["random"]): boolean {
  if (random === "no") return true;
  return looksRandom(value) && (random === "value" || !looksLikeName(value));
}

/**
 * Returns true for words that contain a number (`Uint8Array`, `v1.2.3-beta.4`). Random text has digits in several
 * positions.
 */
function looksLikeName(value: string): boolean {
  const digits = (value.match(/[0-9]+/g) ?? []).length;
  return (
    digits < LEAST_DIGIT_RUNS ||
    /^[A-Za-z_]+(?:\.[A-Za-z_]|$)/.test(value) ||
    /^v?[0-9]+[.][0-9]/i.test(value)
  );
}

/** Finds key blocks up to their end mark, or to the end of the text. */
function findKeyBlocks(text: string): SecretText[] {
  const found: SecretText[] = [];
  let covered = 0;
  for (const { index } of text.matchAll(KEY_BEGIN)) {
    if (index < covered) continue;
    const mark = text.indexOf(KEY_END, index);
    const close = mark === -1 ? -1 : text.indexOf("-----", mark + KEY_END.length);
    covered = close === -1 ? text.length : close + "-----".length;
    found.push({ what: "private key", start: index, end: covered });
  }
  return found;
}
