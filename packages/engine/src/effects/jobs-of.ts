import {
  type Requirement,
  type Round,
  seatName,
  type Task,
  type TaskEffect,
  type Verdict,
} from "@countersign/core";
import { JOB_IDS, PARTITIONS } from "../names/job-ids.ts";
import type { Job } from "../ports/effect-queue.ts";
import type { EffectBatch } from "../store/execute.ts";

/** Every kind of job, with the ids that it needs. */
type JobKind =
  | "read_content"
  | "read_checkup"
  | "review"
  | "send_feedback"
  | "reset_work"
  | "save_checkpoint"
  | "update_work"
  | "merge"
  | "close_grace"
  | "wake";

/**
 * The jobs for a command's effects; they are enqueued in the command's own transaction.
 *
 * What the state itself shows needs no job: who is in turn stands in the inbox, what was published stands
 * in the stream, and a job that was overtaken finds so when it starts.
 */
export function jobsOf({ org, task, nowMs, effects }: EffectBatch): Job[] {
  return effects.flatMap((effect, index) =>
    jobsFor(effect, { org, task, nowMs, id: JOB_IDS.effect(org, task.id, task.seq, index) }),
  );
}

type Place = { org: string; task: Task; nowMs: number; id: string };

function jobsFor(effect: TaskEffect, place: Place): Job[] {
  switch (effect.do) {
    case "read_content":
      return [job(place, "read_content", { round: effect.round })];
    case "read_checkup":
      return [job(place, "read_checkup", { checkup: effect.checkup })];
    case "ask":
      return reviews(place, "round", effect.round, effect.requirements, effect.only);
    case "ask_checkup":
      return reviews(place, "checkup", effect.checkup, effect.requirements);
    case "send_feedback":
      return effect.delayMs > 0 ? [job(place, "send_feedback", {}, effect.delayMs)] : [];
    case "reset_work":
      return [job(place, "reset_work", { to: effect.to }, effect.delayMs)];
    case "save_checkpoint":
      return [job(place, "save_checkpoint", { round: effect.round })];
    case "update_work":
      return [job(place, "update_work", {})];
    case "merge":
      return [mergeJob(place.org, place.task, place.id, effect.delayMs)];
    case "close_grace":
      return [job(place, "close_grace", {}, effect.delayMs)];
    case "wake":
      return [job(place, "wake", {}, Math.max(0, effect.atMs - place.nowMs))];
    default:
      return [];
  }
}

function job({ org, task, id }: Place, kind: JobKind, more: Job["payload"], delayMs = 0): Job {
  return { id, org, queue: "effects", kind, payload: { task: task.id, ...more }, delayMs };
}

/** Merges of one repository are done one after the other. */
export function mergeJob(
  org: string,
  task: Pick<Task, "id" | "repo">,
  id: string,
  delayMs: number,
): Job {
  const payload = { task: task.id };
  return {
    id,
    org,
    queue: "merges",
    partition: PARTITIONS.repository(org, task.repo),
    kind: "merge",
    payload,
    delayMs,
  };
}

/** How often a person had one machine asked again in this round. */
export function timesAskedAgain(round: Round, requirement: string, reviewer: string): number {
  return round.asked[seatName(requirement, reviewer)] ?? 0;
}

/** True for the result of a run of the engine's own; a client's verdict keeps no reviewer from being asked. */
function isEngineAnswer({ byKind, engineRun }: Verdict): boolean {
  return byKind === "check" || engineRun === true;
}

/**
 * One job per reviewer that is a machine; people find what they were asked in their inbox.
 *
 * A reviewer that has answered is not asked again, also when a person set its answer aside. `only` asks one again.
 */
function reviews(
  place: Place,
  of: "round" | "checkup",
  number: number,
  requirements: readonly string[],
  only?: string,
): Job[] {
  const { org, task } = place;
  const source = of === "round" ? task.round : task.checkup?.planned;
  const answers = (source?.verdicts.items ?? []).filter(
    (verdict) => isEngineAnswer(verdict) && verdict.tree === source?.content.tree,
  );
  const hasAnswered = (requirement: string, reviewer: string): boolean =>
    answers.some((verdict) => verdict.requirement === requirement && verdict.by === reviewer);
  const asked = (source?.plan?.requirements ?? []).filter(
    ({ id, human }) => !human && requirements.includes(id),
  );
  return asked.flatMap((requirement: Requirement) =>
    requirement.who
      .filter((reviewer) =>
        only === undefined ? !hasAnswered(requirement.id, reviewer) : reviewer === only,
      )
      .map((reviewer) => ({
        id: JOB_IDS.review(place.id, requirement.id, reviewer),
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
