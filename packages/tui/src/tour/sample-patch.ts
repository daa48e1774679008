/** A file of a sample: its patch, and the patch with all of its lines. */
export type SampleFile = {
  readonly path: string;
  readonly patch: string;
  readonly whole?: string;
};

const AROUND = 3;

/** Creates a new file with these lines. */
export function newFile(path: string, lines: readonly string[]): SampleFile {
  const body = lines.map((line) => `+${line}`).join("\n");
  const head = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}`;
  return { path, patch: `${head}\n@@ -0,0 +1,${lines.length} @@\n${body}\n` };
}

/** Creates a changed file from all of its lines, each with its sign in a patch. */
export function changedFile(path: string, lines: readonly string[]): SampleFile {
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}`;
  return {
    path,
    patch: `${head}\n${hunksOf(lines, AROUND)}`,
    whole: `${head}\n${hunksOf(lines, lines.length)}`,
  };
}

function hunksOf(lines: readonly string[], around: number): string {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => !line.startsWith(" ")),
  );
  const starts = isNear.flatMap((near, at) => (near && isNear[at - 1] !== true ? [at] : []));
  return starts
    .map((start) => {
      const length = isNear.slice(start).findIndex((near) => !near);
      const part = length === -1 ? lines.slice(start) : lines.slice(start, start + length);
      const before = lines.slice(0, start);
      const side = (own: "-" | "+"): string =>
        `${own}${count(before, own) + 1},${count(part, own)}`;
      return `@@ ${side("-")} ${side("+")} @@\n${part.join("\n")}\n`;
    })
    .join("");
}

/** Counts the lines of one version. */
function count(lines: readonly string[], own: "-" | "+"): number {
  return lines.filter((line) => line.startsWith(" ") || line.startsWith(own)).length;
}
