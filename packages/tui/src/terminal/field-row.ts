import type { TextField } from "@countersign/review";
import { safeText } from "@countersign/review";
import { widthOf } from "./measure.ts";
import { type Row, span } from "./row.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line of a text field with the cursor in it; what does not fit is cut at its beginning. */
export function fieldRow({ text, at }: TextField, width: number): Row {
  let before = safeText(text.slice(0, at));
  while (widthOf(before) > width - 1)
    before = before.slice(Math.max(1, Math.floor(before.length / 8)));
  const [under] = graphemes.segment(text.slice(at));
  const behind = under === undefined ? "" : text.slice(at + under.segment.length);
  return [span(before), span(under?.segment ?? " ", "cursor"), span(behind)];
}
