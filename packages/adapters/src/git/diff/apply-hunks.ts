import { patchDoesNotApply } from "./parse-patch.ts";

const HEAD = /^@@ -([0-9]{1,12})(?:,([0-9]{1,12}))? \+[0-9]{1,12}(?:,([0-9]{1,12}))? @@/;
const MAX_HEAD = 100;
const LINE_END = 10;
const KEPT = " ".charCodeAt(0);
const REMOVED = "-".charCodeAt(0);
const ADDED = "+".charCodeAt(0);
const NO_END = "\\".charCodeAt(0);

/** The positions in the patch and in the old bytes. */
type Place = { patch: Buffer; at: number; old: Buffer; from: number; line: number; made: Buffer[] };

/**
 * Applies the hunks of a file to its old bytes, at exactly the lines they name.
 *
 * Every context line and removed line must match the old one byte for byte.
 */
export function applyHunks(old: Buffer, patch: Buffer): Buffer {
  const place: Place = { patch, at: 0, old, from: 0, line: 0, made: [] };
  while (place.at < patch.length) applyHunk(place);
  place.made.push(old.subarray(place.from));
  return Buffer.concat(place.made);
}

function applyHunk(place: Place): void {
  const { start, oldCount, newCount } = takeHead(place);
  copyUntil(place, oldCount === 0 ? start : start - 1);
  let olds = oldCount;
  let news = newCount;
  while (olds > 0 || news > 0) {
    const sign = place.patch[place.at];
    const text = takeLine(place);
    if (sign !== KEPT && sign !== REMOVED && sign !== ADDED) throw patchDoesNotApply();
    if (sign !== ADDED) {
      passOld(place, text);
      olds -= 1;
    }
    if (sign !== REMOVED) {
      place.made.push(text);
      news -= 1;
    }
  }
  if (olds < 0 || news < 0) throw patchDoesNotApply();
}

function takeHead(place: Place): { start: number; oldCount: number; newCount: number } {
  const { patch, at } = place;
  const end = lineEnd(patch, at);
  const head = HEAD.exec(patch.toString("latin1", at, Math.min(end, at + MAX_HEAD)));
  if (head === null) throw patchDoesNotApply();
  place.at = end + 1;
  const [, start, oldCount = "1", newCount = "1"] = head;
  return { start: Number(start), oldCount: Number(oldCount), newCount: Number(newCount) };
}

/** Copies the old lines before a hunk. */
function copyUntil(place: Place, line: number): void {
  const { old, from } = place;
  let to = from;
  for (; place.line < line; place.line += 1) {
    const end = old.indexOf(LINE_END, to);
    if (end === -1) throw patchDoesNotApply();
    to = end + 1;
  }
  if (place.line !== line) throw patchDoesNotApply();
  place.made.push(old.subarray(from, to));
  place.from = to;
}

/**
 * Returns the text of a hunk line, with its newline unless the next line says that there is none.
 */
function takeLine(place: Place): Buffer {
  const { patch, at } = place;
  const end = lineEnd(patch, at);
  place.at = end + 1;
  if (patch[place.at] !== NO_END) return patch.subarray(at + 1, end + 1);
  place.at = lineEnd(patch, place.at) + 1;
  return patch.subarray(at + 1, end);
}

function passOld(place: Place, text: Buffer): void {
  const to = place.from + text.length;
  if (!place.old.subarray(place.from, to).equals(text)) throw patchDoesNotApply();
  place.from = to;
  place.line += 1;
}

function lineEnd(patch: Buffer, at: number): number {
  const end = patch.indexOf(LINE_END, at);
  if (end === -1) throw patchDoesNotApply();
  return end;
}
