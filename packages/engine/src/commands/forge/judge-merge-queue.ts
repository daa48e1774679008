import type { Policy } from "@countersign/core";
import type { ForgeBranchRules } from "../../ports/forge.ts";

/** A setting that does not fit the rules of a branch. It opens no way around our check. */
export type RuleHint = { says: string; fix: string };

/** Compares how the policy merges pull requests with whether the branch has a merge queue. */
export function judgeMergeQueue(
  { hasMergeQueue }: Pick<ForgeBranchRules, "hasMergeQueue">,
  { through = "host" }: Pick<Policy["merge"], "through">,
  branch: string,
): RuleHint[] {
  if (hasMergeQueue === (through === "queue")) return [];
  if (hasMergeQueue)
    return [
      {
        says: `${branch} has a merge queue, but merge.through is ${through}: GitHub refuses merges that bypass the queue`,
        fix: 'Set "through": "queue" below "merge" in countersign.json, or remove the queue from the ruleset',
      },
    ];
  return [
    {
      says: `merge.through is queue, but ${branch} has no merge queue: approved pull requests are not merged`,
      fix: "Require a merge queue in the ruleset, or choose another merge.through in countersign.json",
    },
  ];
}
