export type DiffLine = {
  readonly sign: " " | "+" | "-" | "\\";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
};

export type Hunk = { readonly head: string; readonly lines: readonly DiffLine[] };

const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of a file from its patch's lines; every line gets the numbers that it has in both versions. */
export function* readHunks(lines: readonly string[], withoutBlank = false): Generator<Hunk> {
  const starts = lines.flatMap((line, at) => (line.startsWith("@@ ") ? [at] : []));
  for (const [index, start] of starts.entries()) {
    const begun = HEAD.exec(lines[start] ?? "");
    if (begun === null) continue;
    const body = readLines(
      lines.slice(start + 1, starts[index + 1]),
      Number(begun[1]),
      Number(begun[2]),
    );
    yield { head: begun[3] ?? "", lines: withoutBlank ? dropBlank(body) : body };
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
