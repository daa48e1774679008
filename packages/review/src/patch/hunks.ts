export type DiffLine = {
  readonly sign: " " | "+" | "-" | "\\";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
};

export type Hunk = {
  readonly head: string;
  /** Number of unchanged lines that are left out before it. */
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
};

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** Reads the hunks of a file; every line gets its number in both versions. */
export function* readHunks(lines: readonly string[], withoutBlank = false): Generator<Hunk> {
  const starts = lines.flatMap((line, at) => (line.startsWith("@@ ") ? [at] : []));
  let next = 1;
  for (const [index, start] of starts.entries()) {
    const begun = HEAD.exec(lines[start] ?? "");
    if (begun === null) continue;
    const first = Number(begun[1]);
    // Where nothing of the old version is in the hunk, the line before it is named.
    const old = begun[2] === "0" ? first + 1 : first;
    const body = readLines(lines.slice(start + 1, starts[index + 1]), first, Number(begun[3]));
    yield {
      head: begun[4] ?? "",
      skipped: Math.max(0, old - next),
      lines: withoutBlank ? dropBlank(body) : body,
    };
    next = old + Number(begun[2] ?? 1);
  }
}

function readLines(lines: readonly string[], firstOld: number, firstNew: number): DiffLine[] {
  let old = firstOld;
  let now = firstNew;
  return lines.map((line) => {
    const read = readLine(line, old, now);
    if (read.old !== null) old += 1;
    if (read.new !== null) now += 1;
    return read;
  });
}

function readLine(line: string, old: number, now: number): DiffLine {
  const text = line.slice(1);
  if (line.startsWith("+")) return { sign: "+", old: null, new: now, text };
  if (line.startsWith("-")) return { sign: "-", old, new: null, text };
  if (line.startsWith("\\")) return { sign: "\\", old: null, new: null, text };
  return { sign: " ", old, new: now, text };
}

/** Turns removed and added lines that differ in white space alone into one unchanged line. */
function dropBlank(lines: readonly DiffLine[]): DiffLine[] {
  const kept: DiffLine[] = [];
  let removed: DiffLine[] = [];
  for (const line of lines) {
    if (line.sign === "-") {
      removed.push(line);
      continue;
    }
    const [first] = removed;
    if (line.sign === "+" && first !== undefined && bare(first.text) === bare(line.text)) {
      removed = removed.slice(1);
      kept.push({ ...line, sign: " ", old: first.old });
      continue;
    }
    kept.push(...removed, line);
    removed = [];
  }
  return [...kept, ...removed];
}

function bare(text: string): string {
  return text.replaceAll(/\s+/gu, "");
}
/** Both versions of a line: the same one twice if it is unchanged, null where a version is missing. */
export type PairedLines = { left: DiffLine | null; right: DiffLine | null };

/** Pairs the removed and the added lines of each run in their order. */
export function* pairLines(lines: readonly DiffLine[]): Generator<PairedLines> {
  let left: DiffLine[] = [];
  let right: DiffLine[] = [];
  const flush = function* (): Generator<PairedLines> {
    for (let at = 0; at < Math.max(left.length, right.length); at += 1)
      yield { left: left[at] ?? null, right: right[at] ?? null };
    left = [];
    right = [];
  };
  for (const line of lines) {
    if (line.sign === "-") {
      if (right.length > 0) yield* flush();
      left.push(line);
    } else if (line.sign === "+") right.push(line);
    else {
      yield* flush();
      yield { left: line, right: line };
    }
  }
  yield* flush();
}

/** A part of a text, from its first character to the one behind its last. */
export type Slice = { readonly from: number; readonly to: number };

/** Share of a line that both versions must have in common to count as an edit instead of a replacement. */
const MIN_COMMON = 0.3;

/** Returns the part of a line that differs from its other version; null if nearly all of it does. */
export function changedPart(text: string, other: string): Slice | null {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const longer = Math.max(text.length, other.length);
  return start + end < longer * MIN_COMMON ? null : { from: start, to: text.length - end };
}
