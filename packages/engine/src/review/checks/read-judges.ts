import { type Content, judgeChanges, judgeKeys, type Policy } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import { readReached } from "./read-reached.ts";
import type { Judges } from "./run-check.ts";

/**
 * Reads how a change alters the files that steer checks.
 *
 * The accepted side is the change's base. For a stacked task it is the merge base with the target, because the
 * base task's changes are not accepted yet and must not open the network.
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
