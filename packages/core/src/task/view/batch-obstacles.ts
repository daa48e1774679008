import type { Verdict } from "../../verdict/schema.ts";
import type { Task } from "../model/state.ts";

/** Maximum attempts of a task that may be approved together with others. */
const MAX_ATTEMPTS = 3;
/** Risk from which a person must review a task separately. */
const HIGH_RISK = 7;

/**
 * Returns why a task cannot be approved together with others. An empty list means that it can.
 *
 * Whether the person has read the change is known only to the screen and is checked there.
 */
export function batchObstacles({ phase, round, attempt, findings, flags }: Task): string[] {
  if (round === null || round.plan === null || round.facts === null) return ["not planned yet"];
  const { facts, signal } = round;
  const { mode, classification, requirements } = round.plan;
  const gate = round.decision?.gate ?? "pending";
  const open = findings.filter(
    ({ disposition, severity }) => disposition.is === "open" && severity !== "info",
  ).length;
  const checks = requirements.filter(({ kind }) => kind === "check").map(({ id }) => id);
  const obstacles: [boolean, string][] = [
    [phase.is === "held", "on hold"],
    [mode.mode === "per-task", "mode per-task"],
    [!hasPassed(checks, round.verdicts.items), "checks have not passed"],
    [gate !== "pass" && gate !== "pass_with_warnings", `gate ${gate}`],
    [open > 0, `${open} open ${open === 1 ? "finding" : "findings"}`],
    [classification.risk >= HIGH_RISK, `risk ${classification.risk} of 10`],
    [signal !== "DONE", `signal ${signal}`],
    [attempt > MAX_ATTEMPTS, `attempt ${attempt} of at most ${MAX_ATTEMPTS}`],
    [facts.unshown.length > 0, "parts of the change cannot be shown"],
    [facts.weakenedTests.length > 0, "tests were weakened"],
    [flags.length > 0, flags.join(", ")],
  ];
  return obstacles.filter(([holds]) => holds).map(([, obstacle]) => obstacle);
}

/** Returns true if the last answer of every check is an approval and there is at least one check. */
function hasPassed(checks: readonly string[], verdicts: readonly Verdict[]): boolean {
  const isApproved = (check: string): boolean =>
    verdicts.findLast(({ requirement }) => requirement === check)?.opinion === "approved";
  return checks.length > 0 && checks.every(isApproved);
}
