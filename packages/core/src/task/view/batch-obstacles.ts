import type { Verdict } from "../../verdict/schema.ts";
import type { Task } from "../model/state.ts";

/** Attempts up to which a task may be approved together with others. */
const MAX_ATTEMPTS = 3;
/** Risk from which a person looks at a task by itself. */
const HIGH_RISK = 7;

/**
 * Lists why a task cannot be approved together with others; an empty list means that it can.
 *
 * Whether the person has read the change is known to the screen alone and is judged there.
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

/** The last answer of every check is an approval, and there is at least one check. */
function hasPassed(checks: readonly string[], verdicts: readonly Verdict[]): boolean {
  const isApproved = (check: string): boolean =>
    verdicts.findLast(({ requirement }) => requirement === check)?.opinion === "approved";
  return checks.length > 0 && checks.every(isApproved);
}
