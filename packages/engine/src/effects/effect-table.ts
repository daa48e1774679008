import type { TaskEffect } from "@countersign/core";
import type { ClientBase } from "pg";
import type { z } from "zod";
import type { Job, JobPayload } from "../ports/effect-queue.ts";
import type { EffectBatch } from "../store/execute.ts";
import { JOB_IDS } from "../store/names/job-ids.ts";
import { mergeJob } from "../store/names/merge-job.ts";
import { JOBS, type JobKind } from "./job-table.ts";
import { reviewJobs } from "./review/review-jobs.ts";

/** The task, time, context and job id of an effect. */
type EffectContext = Omit<EffectBatch, "effects"> & { id: string };

type EffectOf<Do extends TaskEffect["do"]> = Extract<TaskEffect, { do: Do }>;

/** Effects become jobs enqueued with their command, or run in the command's transaction. */
type EffectRow<Effect> =
  | { jobs(effect: Effect, place: EffectContext): readonly Job[] }
  | { perform(client: ClientBase, effect: Effect, place: EffectContext): Promise<void> };

/** The implementation of each effect of the core. A missing row is a type error. */
const EFFECTS: { readonly [Do in TaskEffect["do"]]: EffectRow<EffectOf<Do>> } = {
  read_content: { jobs: ({ round }, place) => [job(place, "read_content", { round })] },
  read_checkup: { jobs: ({ checkup }, place) => [job(place, "read_checkup", { checkup })] },
  ask: {
    jobs: ({ round, requirements, only }, place) =>
      reviewJobs(place, { of: "round", number: round, requirements, only }),
  },
  ask_checkup: {
    jobs: ({ checkup, requirements }, place) =>
      reviewJobs(place, { of: "checkup", number: checkup, requirements }),
  },
  reset_work: {
    jobs: ({ to, delayMs }, place) => [job(place, "reset_work", { to }, delayMs)],
  },
  save_checkpoint: { jobs: ({ round }, place) => [job(place, "save_checkpoint", { round })] },
  update_work: { jobs: (_effect, place) => [job(place, "update_work", {})] },
  merge: {
    jobs: ({ delayMs }, { org, task, id }) => [mergeJob(org, task, id, delayMs)],
  },
  close_grace: { jobs: ({ delayMs }, place) => [job(place, "close_grace", {}, delayMs)] },
  notify: {
    jobs: ({ to, why }, place) => {
      const { seq, task } = place;
      return [job(place, "notify", { round: task.round?.number ?? null, to, why, seq })];
    },
  },
  hold_repo: {
    perform: (client, { repo, why }, { org, task }) =>
      insertRepositoryHold(client, org, { repo, why, task: task.id }),
  },
  file_debt: {
    jobs: ({ findings }, place) => [job(place, "file_debt", { findings: [...findings] })],
  },
};

type Fields<Kind extends JobKind> = Omit<z.input<(typeof JOBS)[Kind]["payload"]>, "task">;

function job<Kind extends JobKind>(
  { org, task, id }: EffectContext,
  kind: Kind,
  fields: Fields<Kind> & JobPayload,
  delayMs = 0,
): Job {
  const { queue } = JOBS[kind];
  return { id, org, queue, kind, payload: { task: task.id, ...fields }, delayMs };
}

/** Returns the jobs of a command's effects, and the effects to run at once, in order. */
export function planEffects({ effects, ...batch }: EffectBatch) {
  const { org, task, seq } = batch;
  const planned = effects.map((effect, index) =>
    planOne(effect, { ...batch, id: JOB_IDS.effect(org, task.id, seq, index) }),
  );
  return {
    jobs: planned.flatMap(({ jobs }) => jobs),
    perform: planned.flatMap(({ perform }) => (perform === null ? [] : [perform])),
  };
}

type Planned = {
  jobs: readonly Job[];
  perform: ((client: ClientBase) => Promise<void>) | null;
};

function planOne<Do extends TaskEffect["do"]>(
  effect: EffectOf<Do> & { do: Do },
  place: EffectContext,
): Planned {
  const row: EffectRow<EffectOf<Do>> = EFFECTS[effect.do];
  return "jobs" in row
    ? { jobs: row.jobs(effect, place), perform: null }
    : { jobs: [], perform: (client) => row.perform(client, effect, place) };
}

type Hold = { repo: string; why: Extract<TaskEffect, { do: "hold_repo" }>["why"]; task: string };

/** Holds the merges of a repository in the transaction of the command that requires it. */
async function insertRepositoryHold(
  client: ClientBase,
  org: string,
  { repo, why, task }: Hold,
): Promise<void> {
  await client.query(
    `INSERT INTO countersign.holds (org_id, scope, subject, why, detail)
     VALUES ($1, 'repo', $2, $3, $4) ON CONFLICT DO NOTHING`,
    [org, repo, why, `seen with ${task}`],
  );
}
