export type DiffLine = {
  readonly sign: " " | "+" | "-" | "\\";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
};

export type Hunk = {
  readonly head: string;
  /** How many unchanged lines are left out before it. */
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
};

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of a file from its patch's lines; every line gets the numbers that it has in both versions. */
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

/** Removed and added lines that differ in white space alone become one line that stayed. */
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
