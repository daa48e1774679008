import { unsandboxedRule } from "../../commands/repositories/unsandboxed-rule.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readJudges } from "../../review/checks/read-judges.ts";
import { runCheck } from "../../review/checks/run-check.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";

/**
 * Runs the checks on a merged tree. Returns why it cannot be merged, or null if they pass.
 *
 * The owner has approved the change's judge files, so the checks must pass with those.
 */
export async function checkMergedTree(
  scope: EngineScope,
  { task: { repo }, policy, tip }: Pick<MergeContext, "task" | "policy" | "tip">,
  tree: string,
): Promise<MergeFailure | null> {
  const { processes, reports, scratch, packages } = scope;
  const mirror = scope.mirror;
  const mayRunUnsandboxed = unsandboxedRule(scope);
  const judges = await readJudges(mirror, { repo, base: tip, tree }, policy);
  for (const check of policy.checks) {
    const result = await runCheck(
      { mirror, processes, reports, scratch, packages, mayRunUnsandboxed },
      { repo, tree, check, prepare: policy.prepare, judges },
    );
    if ("noResult" in result)
      return {
        kind: "network",
        detail: `${check.id}: ${result.noResult}`.slice(0, 2_000),
        files: [],
      };
    if (result.opinion !== "approved" && result.withOwnFiles !== "passed")
      return {
        kind: "checks_red",
        detail:
          `${check.id} fails on the merged result. ${result.findings[0]?.message ?? ""}`.slice(
            0,
            2_000,
          ),
        files: [],
      };
  }
  return null;
}
