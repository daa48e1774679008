import { type Facts, normalize, type Policy, type RawChange } from "@countersign/core";
import type { ShownDiff } from "../../../ports/shown-diff.ts";
import { type ChangedLine, changedLines } from "../findings/added-lines.ts";

export type ViewedLine = Pick<ChangedLine, "number" | "text">;

/** A file of the change with its added and removed lines, as far as the diff shows them. */
export type ViewedFile = {
  fact: Facts["files"][number];
  added: readonly ViewedLine[];
  removed: readonly ViewedLine[];
  /** Size of the shown patch in bytes. Null if it was too large to show. */
  patchBytes: number | null;
};

/** A change as deterministic reviewers see it, with the policy that applies to it. */
export type ChangeView = {
  facts: Facts;
  files: readonly ViewedFile[];
  policy: BuiltinCheckPolicy;
};

/** The policy keys that deterministic reviewers read. */
export type BuiltinCheckPolicy = Pick<
  Policy,
  "extends" | "reviewers" | "rules" | "risk" | "trust" | "gate" | "checks" | "merge"
>;

/** Maximum characters of a line. Longer lines are cut. */
const MAX_LINE = 2_000;

const viewed = new WeakMap<RawChange, Pick<ChangeView, "facts" | "files">>();

/** Combines facts and lines, once for all reviewers of the same change. */
export function viewChange(
  change: RawChange,
  shown: ShownDiff,
  policy: BuiltinCheckPolicy,
): ChangeView {
  const known = viewed.get(change) ?? readChangeView(change, shown);
  viewed.set(change, known);
  return { ...known, policy };
}

function readChangeView(change: RawChange, shown: ShownDiff): Pick<ChangeView, "facts" | "files"> {
  const facts = normalize(change);
  return { facts, files: viewFiles(facts, shown) };
}

function viewFiles(facts: Facts, shown: ShownDiff): ViewedFile[] {
  const lines = new Map<string, { changed: ChangedLine[]; bytes: number }>();
  for (const { path, patch } of shown.files) {
    const known = lines.get(path) ?? { changed: [], bytes: 0 };
    for (const line of changedLines(patch)) known.changed.push(line);
    lines.set(path, { changed: known.changed, bytes: known.bytes + patch.length });
  }
  return facts.files.map((fact) => {
    const { changed, bytes } = lines.get(fact.path) ?? { changed: [], bytes: null };
    const of = (sign: "+" | "-") => changed.filter((line) => line.sign === sign).map(cut);
    const gone = fact.oldPath === undefined ? [] : (lines.get(fact.oldPath)?.changed ?? []);
    const left = gone.filter((line) => line.sign === "-").map(cut);
    const { added, removed } = withoutMoved(of("+"), [...of("-"), ...left]);
    return { fact, added, removed, patchBytes: bytes };
  });
}

/** Removes lines of moved files that are both removed and added. */
function withoutMoved(
  added: readonly ViewedLine[],
  removed: readonly ViewedLine[],
): Pick<ViewedFile, "added" | "removed"> {
  const before = new Map<string, number>();
  for (const { text } of removed) before.set(text, (before.get(text) ?? 0) + 1);
  const kept = new Map<string, number>();
  const take = (counts: Map<string, number>, text: string): boolean => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  };
  const fresh = added.filter(({ text }) => {
    const isMoved = take(before, text);
    if (isMoved) kept.set(text, (kept.get(text) ?? 0) + 1);
    return !isMoved;
  });
  return { added: fresh, removed: removed.filter(({ text }) => !take(kept, text)) };
}

function cut({ number, text }: ChangedLine): ViewedLine {
  return { number, text: text.slice(0, MAX_LINE) };
}
