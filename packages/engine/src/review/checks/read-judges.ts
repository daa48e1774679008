import { type Content, judgeChanges, judgeKeys, type Policy } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import { readReached } from "./read-reached.ts";
import type { Judges } from "./run-check.ts";

/**
 * Reads what a change does to the files that steer checks.
 *
 * The accepted side is its base, or where it parted from the target if it is built on another task: what that
 * task changes is not accepted yet, and opens no network.
 */
export async function readJudges(
  mirror: Pick<Mirror, "listChanges" | "listLinks" | "listPaths" | "readFile">,
  { repo, tree, ...from }: Pick<Content, "repo" | "base" | "tree" | "accepted">,
  policy: Pick<Policy, "checks">,
): Promise<Judges> {
  const base = from.accepted ?? from.base;
  if (policy.checks.length === 0) return { accepted: base, changes: [] };
  const { paths, keys } = await mirror.listChanges(
    repo,
    { from: base, to: tree },
    judgeKeys(policy),
  );
  const reached = await readReached(mirror, { repo, base, paths }, policy);
  const files = paths.map((path) => ({ path }));
  const facts = { files, changedKeys: keys, reachedFiles: reached };
  return { accepted: base, changes: judgeChanges(facts, policy) };
}
