import {
  type Context,
  machinesOf,
  type Requirement,
  type Round,
  type Task,
  timesRetried,
  type Verdict,
} from "@countersign/core";
import type { Job } from "../../ports/effect-queue.ts";
import { JOB_IDS, PARTITIONS } from "../../store/names/job-ids.ts";

type ReviewRequest = {
  of: "round" | "checkup";
  number: number;
  requirements: readonly string[];
  /** Asks only this reviewer, even if it has answered. Default: all that have not answered. */
  only?: string | undefined;
};

type ReviewContext = Pick<Context, "policy" | "roster">;

/** Returns how often a person restarted one machine in this round. */
export function countRestarts(round: Round, requirement: string, reviewer: string): number {
  return timesRetried(round, { requirement, actor: reviewer });
}

/** Returns true for a verdict of a run by the engine. A client's verdict does not replace such a run. */
function isEngineAnswer({ byKind, engineRun }: Verdict): boolean {
  return byKind === "check" || engineRun === true;
}

/**
 * Returns true for a connected agent, which submits its verdict by itself. A check is always run, even if an
 * agent uses its name.
 */
function answersItself(reviewer: string, { roster, policy }: ReviewContext): boolean {
  const isConnected = roster.some(
    ({ id, kind, reachedBy }) => id === reviewer && kind === "agent" && reachedBy !== "engine",
  );
  const isCheck = () =>
    machinesOf(policy).some(({ name, kind }) => name === reviewer && kind === "check");
  return isConnected && !isCheck();
}

/**
 * Returns one job per machine reviewer that the engine has to run. People find their requests in the inbox.
 *
 * A reviewer that has answered is not asked again, even if a person set its answer aside.
 */
export function reviewJobs(
  { org, task, id, context }: { org: string; task: Task; id: string; context: ReviewContext },
  { of, number, requirements, only }: ReviewRequest,
): Job[] {
  const source = of === "round" ? task.round : task.checkup?.planned;
  const answers = (source?.verdicts.items ?? []).filter(
    (verdict) => isEngineAnswer(verdict) && verdict.tree === source?.content.tree,
  );
  const hasAnswered = (requirement: string, reviewer: string): boolean =>
    answers.some((verdict) => verdict.requirement === requirement && verdict.by === reviewer);
  const asked = (source?.plan?.requirements ?? []).filter(
    (requirement) => !requirement.human && requirements.includes(requirement.id),
  );
  return asked.flatMap((requirement: Requirement) =>
    requirement.who
      .filter((reviewer) =>
        only === undefined ? !hasAnswered(requirement.id, reviewer) : reviewer === only,
      )
      .filter((reviewer) => !answersItself(reviewer, context))
      .map((reviewer) => ({
        id: JOB_IDS.review(id, requirement.id, reviewer),
        org,
        queue: "reviewers" as const,
        partition: PARTITIONS.reviewer(org, reviewer),
        kind: "review",
        payload: {
          task: task.id,
          of,
          number,
          requirement: requirement.id,
          reviewer,
          again: task.round === null ? 0 : countRestarts(task.round, requirement.id, reviewer),
        },
      })),
  );
}
