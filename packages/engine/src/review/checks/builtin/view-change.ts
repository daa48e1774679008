import { type Facts, normalize, type Policy, type RawChange } from "@countersign/core";
import type { ShownDiff } from "../../../ports/mirror.ts";
import { type ChangedLine, changedLines } from "../findings/added-lines.ts";

export type ViewedLine = Pick<ChangedLine, "number" | "text">;

/** A file of the change with the lines that it gains and loses, as far as they are shown. */
export type ViewedFile = {
  fact: Facts["files"][number];
  added: readonly ViewedLine[];
  removed: readonly ViewedLine[];
  /** How long the shown patch is, in bytes; null where it was too large to be shown. */
  patchBytes: number | null;
};

/** A change as the deterministic reviewers see it, and what the policy says of such things. */
export type ChangeView = {
  facts: Facts;
  files: readonly ViewedFile[];
  policy: BuiltinCheckPolicy;
};

/** What of the policy a deterministic reviewer may ask. */
export type BuiltinCheckPolicy = Pick<
  Policy,
  "extends" | "reviewers" | "rules" | "risk" | "trust" | "gate" | "checks" | "merge"
>;

/** Longer lines are cut, because no reviewer reads further. */
const MAX_LINE = 2_000;

const viewed = new WeakMap<RawChange, Pick<ChangeView, "facts" | "files">>();

/** Puts facts and lines together, once for all who look at the same change. */
export function viewChange(
  change: RawChange,
  shown: ShownDiff,
  policy: BuiltinCheckPolicy,
): ChangeView {
  const known = viewed.get(change) ?? look(change, shown);
  viewed.set(change, known);
  return { ...known, policy };
}

function look(change: RawChange, shown: ShownDiff): Pick<ChangeView, "facts" | "files"> {
  const facts = normalize(change);
  return { facts, files: filesOf(facts, shown) };
}

function filesOf(facts: Facts, shown: ShownDiff): ViewedFile[] {
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

/** A moved file is shown as removed and added: what only moved is neither. */
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
