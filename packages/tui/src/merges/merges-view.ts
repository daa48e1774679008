import type { Model } from "../store/model.ts";
import { head, panel } from "../terminal/box.ts";
import { wrap } from "../terminal/measure.ts";
import { type Row, row, span } from "../terminal/row.ts";

const SHORT = 12;

/** The sheet that names why merges are stopped and which commit a release accepts. */
export function mergesRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  return panel({
    width: columns,
    height,
    head: head(row(span("MERGES ARE STOPPED", "strong")), row(""), columns - 2),
    body: [[], ...mergesWords(model, columns - 6)],
    foot: [row("  ", span("[Y]", "key"), " Accept this commit   ", span("[Esc]", "key"), " Back")],
  });
}

export function mergesWords({ releasing }: Model, width: number): Row[] {
  if (releasing === null) return [row("  No merges are stopped.")];
  const { repo, path, target, accepted, tip, why, detail } = releasing;
  const reason = detail === "" ? why.replaceAll("_", " ") : detail;
  const range = `${short(accepted)}..${short(tip)}`;
  const texts = [
    `${repo}: ${reason}`,
    `Accept ${short(tip)} as ${target} of ${repo}? Merges go on from this commit and no other.`,
    ...(accepted === null || accepted === tip
      ? []
      : [`Look first: git -C ${path} log --stat ${range}`]),
  ];
  return texts.flatMap((text) => [...wrap(text, width).map((line) => row(`  ${line}`)), []]);
}

function short(commit: string | null): string {
  return commit === null ? "an unknown commit" : commit.slice(0, SHORT);
}
