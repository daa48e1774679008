const CONTEXT = 3;

/** A change of one file as a unified diff, in one hunk; empty where nothing differs. */
export function proposeDiff(name: string, before: string | null, after: string): string {
  const [old, fresh] = [linesOf(before ?? ""), linesOf(after)];
  const same = firstDifference(old, fresh);
  if (same === old.length && same === fresh.length) return "";
  const end = firstDifference(old.slice(same).toReversed(), fresh.slice(same).toReversed());
  const from = Math.max(0, same - CONTEXT);
  const tail = old.slice(old.length - end, old.length - end + CONTEXT);
  const removed = old.slice(same, old.length - end);
  const added = fresh.slice(same, fresh.length - end);
  const lead = old.slice(from, same);
  const size = lead.length + tail.length;
  return [
    before === null ? "--- /dev/null" : `--- a/${name}`,
    `+++ b/${name}`,
    `@@ -${range(from, size + removed.length)} +${range(from, size + added.length)} @@`,
    ...lead.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
    "",
  ].join("\n");
}

/** An empty side begins at line 0. */
function range(from: number, lines: number): string {
  return `${lines === 0 ? from : from + 1},${lines}`;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function firstDifference(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}
