import type { ModeChoice } from "../plan/schema.ts";
import type { AutoApprove } from "../policy/schema-flow.ts";
import type { Signal } from "./input.ts";
import type { Gate } from "./schema.ts";

/**
 * The inputs of the auto-approve predicate: the engine's own results for this tree, never the author's claims.
 */
export type AutoApproveFacts = {
  settings: AutoApprove;
  mode: ModeChoice;
  gate: Gate;
  /** Every check of the plan approved, and there was at least one. */
  qualityPassed: boolean;
  /** Every check ran in a sandbox. */
  sandboxed: boolean;
  attempt: number;
  signal: Signal;
};

/** Returns why a task may not be approved without a person. An empty list means that it may. */
export function autoApproveObstacles(facts: AutoApproveFacts): string[] {
  const { settings } = facts;
  const obstacles: [boolean, string][] = [
    [!settings.enabled, "auto-approve is off"],
    [facts.mode.mode === "per-task", "mode per-task"],
    [!facts.mode.mayAutoApprove, "a label forbids it"],
    [settings.requireQualityPass && !facts.qualityPassed, "checks have not passed"],
    [!facts.sandboxed, "checks ran without a sandbox"],
    [
      facts.attempt > settings.maxIterations,
      `attempt ${facts.attempt} of at most ${settings.maxIterations}`,
    ],
    [settings.requireSignalDone && facts.signal !== "DONE", `signal ${facts.signal}`],
    [facts.gate !== "pass" && facts.gate !== "pass_with_warnings", `gate ${facts.gate}`],
  ];
  return obstacles.filter(([holds]) => holds).map(([, obstacle]) => obstacle);
}
