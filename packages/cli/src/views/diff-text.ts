import type { DiffView } from "@countersign/api";
import { countText } from "@countersign/review";
import { display } from "../output/display.ts";
import type { PaintText, Style } from "../output/style.ts";

/** A change as a patch with colours. Whatever the files contain, it is text here. */
export function diffText(diff: DiffView, style: Style): string {
  const patches = diff.files.map(({ patch }) => patchText(patch, style));
  return [...patches, unshownText(diff, style)].filter((part) => part !== "").join("\n");
}

function patchText(patch: string, style: Style): string {
  let inHunk = false;
  const lines = patch.replace(/\n$/, "").split("\n");
  return lines
    .map((line) => {
      if (line.startsWith("@@ ")) inHunk = true;
      const shown = display(line, { lines: true, ascii: style.ascii });
      const paint = paintOf(line, inHunk);
      return paint === null ? shown : style.paint(paint, shown);
    })
    .join("\n");
}

/** Before the first hunk a line that begins with a sign is a file's name, not a change. */
function paintOf(line: string, inHunk: boolean): PaintText | null {
  if (line.startsWith("@@ ")) return "place";
  if (!inHunk) return "strong";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : null;
}

function unshownText({ unshown }: DiffView, style: Style): string {
  if (unshown.length === 0) return "";
  const head = style.paint("warn", `${countText(unshown.length, "file")} not shown:`);
  const lines = unshown.map(
    ({ path, why, oldMode, newMode, newId }) =>
      `  ${display(path, style)}  ${display(why)}  mode ${oldMode} to ${newMode}  now ${newId}`,
  );
  return [head, ...lines].join("\n");
}
