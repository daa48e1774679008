import {
  type Requirement,
  type Round,
  type Task,
  timesRetried,
  type Verdict,
} from "@countersign/core";
import type { Job } from "../../ports/effect-queue.ts";
import { JOB_IDS, PARTITIONS } from "../../store/names/job-ids.ts";

type Asked = {
  of: "round" | "checkup";
  number: number;
  requirements: readonly string[];
  /** The one reviewer that is asked, again if it has answered; left out: all that have not answered. */
  only?: string | undefined;
};

/** How often a person had one machine asked again in this round. */
export function timesAskedAgain(round: Round, requirement: string, reviewer: string): number {
  return timesRetried(round, { requirement, actor: reviewer });
}

/** True for the result of a run of the engine's own; a client's verdict keeps no reviewer from being asked. */
function isEngineAnswer({ byKind, engineRun }: Verdict): boolean {
  return byKind === "check" || engineRun === true;
}

/**
 * One job per reviewer that is a machine; people find what they were asked in their inbox.
 *
 * A reviewer that has answered is not asked again, also when a person set its answer aside.
 */
export function reviewJobs(
  { org, task, id }: { org: string; task: Task; id: string },
  { of, number, requirements, only }: Asked,
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
          again: task.round === null ? 0 : timesAskedAgain(task.round, requirement.id, reviewer),
        },
      })),
  );
}
