/** A line that a change adds. `isText` is false if its bytes are not UTF-8. */
export type AddedLine = { number: number; text: string; isText: boolean };

/** A line that a change adds or removes, with its number on that side. */
export type ChangedLine = AddedLine & { sign: "+" | "-" };

const HUNK = /^@@ -([0-9]{1,10})(?:,([0-9]{1,10}))? \+([0-9]{1,10})(?:,([0-9]{1,10}))? @@/;
const LINE_FEED = 10;
const MAX_OF_HEADER = 100;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** The remaining lines of a hunk on each side, and the next line numbers. */
type Hunk = { old: number; fresh: number; oldNumber: number; number: number };

/** Yields the lines that the patch of one path adds. */
export function* addedLines(patch: Uint8Array): Generator<AddedLine> {
  for (const { sign, ...line } of changedLines(patch)) if (sign === "+") yield line;
}

/**
 * Yields the lines that the patch of one path adds and removes.
 *
 * A hunk must have exactly the length in its header. Other patches are refused, because a check must not judge
 * half a patch.
 */
export function* changedLines(patch: Uint8Array): Generator<ChangedLine> {
  let hunk: Hunk = { old: 0, fresh: 0, oldNumber: 0, number: 0 };
  for (const line of splitLines(patch)) {
    if (hunk.old === 0 && hunk.fresh === 0) {
      hunk = parseHunk(line) ?? hunk;
      continue;
    }
    const sign = String.fromCodePoint(line[0] ?? 0);
    if (sign === "+") yield { sign, number: hunk.number, ...decode(line.subarray(1)) };
    if (sign === "-") yield { sign, number: hunk.oldNumber, ...decode(line.subarray(1)) };
    hunk = after(hunk, sign);
  }
  if (hunk.old > 0 || hunk.fresh > 0) throw new Error("The patch ends inside a hunk");
}

function after(hunk: Hunk, sign: string): Hunk {
  const { old, fresh, oldNumber, number } = hunk;
  if (sign === "+" && fresh > 0) return { ...hunk, fresh: fresh - 1, number: number + 1 };
  if (sign === "-" && old > 0) return { ...hunk, old: old - 1, oldNumber: oldNumber + 1 };
  if (sign === " " && old > 0 && fresh > 0) {
    return { old: old - 1, fresh: fresh - 1, oldNumber: oldNumber + 1, number: number + 1 };
  }
  if (sign === "\\") return hunk;
  throw new Error("A hunk of the patch is not as long as it says");
}

function parseHunk(line: Uint8Array): Hunk | null {
  const found = HUNK.exec(Buffer.from(line.subarray(0, MAX_OF_HEADER)).toString("latin1"));
  if (found === null) return null;
  return {
    old: Number(found[2] ?? 1),
    fresh: Number(found[4] ?? 1),
    oldNumber: Number(found[1]),
    number: Number(found[3]),
  };
}

function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end === -1 ? bytes.length : end;
    yield bytes.subarray(from, to);
    from = to + 1;
  }
}

function decode(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    return { text: strict.decode(bytes), isText: true };
  } catch {
    return { text: lenient.decode(bytes), isText: false };
  }
}
