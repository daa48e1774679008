import { sameFolders } from "../plan/gaps/propose-paths.ts";
import type { Gap } from "../plan/schema.ts";
import { cleanText } from "./clean-text.ts";
import { findJsonObject } from "./find-json-object.ts";
import { isRecord } from "./hostile-record.ts";

type Expected = {
  nonce: string;
  tree: string;
  foundBy: string;
  /** Reviewers that may be added. */
  candidates: readonly string[];
  /** The changed paths, for the proposed policy entry. */
  paths: readonly string[];
};

const MAX_GAPS = 10;
const MAX_CONCERN = 300;

/**
 * Parses the gaps in an agent's answer, or returns why it is invalid.
 *
 * The text is untrusted: it can only name additional reviewers from a list, and why. Everything else, including
 * the proposed entry, is composed here.
 */
export function parseGapAnswer(
  text: string,
  expected: Expected,
): { ok: true; gaps: Gap[] } | { ok: false; reason: string } {
  const found = findJsonObject(text);
  if (!found.ok) return found;
  const { value } = found;
  if (!isRecord(value)) return { ok: false, reason: "the answer holds no JSON object" };
  if (value.completed !== true)
    return { ok: false, reason: "the answer does not say completed: true" };
  if (value.nonce !== expected.nonce)
    return { ok: false, reason: "the answer does not echo the nonce" };
  if (value.tree !== expected.tree)
    return { ok: false, reason: "the answer is not about this tree" };
  if (!Array.isArray(value.gaps)) return { ok: false, reason: "the answer has no list of gaps" };
  const gaps = new Map<string, Gap>();
  for (const entry of value.gaps.slice(0, MAX_GAPS)) {
    const gap = gapOf(entry, expected);
    if (gap !== null && !gaps.has(gap.reviewer)) gaps.set(gap.reviewer, gap);
  }
  return { ok: true, gaps: [...gaps.values()] };
}

function gapOf(entry: unknown, { foundBy, candidates, paths }: Expected): Gap | null {
  if (!isRecord(entry) || typeof entry.concern !== "string") return null;
  const reviewer = candidates.find((id) => id === entry.reviewer);
  const concern = cleanText(entry.concern, MAX_CONCERN).replaceAll(/\s+/g, " ").trim();
  if (reviewer === undefined || concern === "") return null;
  const proposal = {
    id: `gap-${reviewer}`.slice(0, 60),
    when: sameFolders(paths),
    require: [{ reviewer }],
    priority: 50,
    description: concern,
  };
  return { concern, reviewer, foundBy, proposal: JSON.stringify(proposal, null, 2) };
}
