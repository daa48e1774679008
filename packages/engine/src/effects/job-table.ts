import { z } from "zod";
import type { EngineDeps } from "../execute/engine-deps.ts";
import { createScope, type EngineScope } from "../execute/engine-scope.ts";
import { pressButton } from "../forge/apply-reviews.ts";
import { pollForge } from "../forge/poll-forge.ts";
import { publishReport } from "../forge/publish-report.ts";
import { pushProofs } from "../forge/push-proofs.ts";
import { redeliverWebhooks } from "../forge/redeliver-webhooks.ts";
import { scanForge } from "../forge/scan-forge.ts";
import { syncChange } from "../forge/sync-change.ts";
import type { JobHandler, JobPayload, QueueName } from "../ports/effect-queue.ts";
import { closeGraceWhenDue, resetTaskWork, saveTaskCheckpoint } from "./content/checkpoints.ts";
import { readCheckup, readContent } from "./content/read-content.ts";
import { updateAuthorBranch } from "./content/update-author-branch.ts";
import { fileDebtTasks } from "./file-debt.ts";
import { merge } from "./merge/merge.ts";
import { answerGroups } from "./merge-queue/answer-groups.ts";
import { followQueue } from "./merge-queue/follow-queue.ts";
import { deliverNotification } from "./notify/deliver-notification.ts";
import { notify } from "./notify/notify.ts";
import { review } from "./review/review.ts";
import { wakeTask } from "./timers/wake-task.ts";
import { changeTrust } from "./trust/change-trust.ts";
import { witnessChain } from "./witness/witness-chain.ts";

type Handle<Payload> = (scope: EngineScope, job: Payload & { id: string }) => Promise<void>;

type JobRow<Payload extends z.ZodObject> = {
  queue: QueueName;
  /** The job's payload. Fields may be added, but jobs of older releases must stay readable. */
  payload: Payload;
  run(scope: EngineScope, id: string, payload: JobPayload): Promise<void>;
};

function row<Payload extends z.ZodObject>(
  queue: QueueName,
  payload: Payload,
  handle: Handle<z.output<Payload>>,
): JobRow<Payload> {
  return {
    queue,
    payload,
    run: async (scope, id, stored) => handle(scope, { ...payload.parse(stored), id }),
  };
}

const task = z.string();
const number = z.int();
const ofTask = z.object({ task });

/** Every kind of job with its queue, payload and handler. Queue rows store these kinds. */
export const JOBS = {
  read_content: row("effects", z.object({ task, round: number }), readContent),
  read_checkup: row("effects", z.object({ task, checkup: number }), readCheckup),
  review: row(
    "reviewers",
    z.object({
      task,
      of: z.enum(["round", "checkup"]),
      number,
      requirement: z.string(),
      reviewer: z.string(),
      again: number.default(0),
    }),
    review,
  ),
  reset_work: row(
    "effects",
    z.object({ task, to: z.enum(["before", "checkpoint"]) }),
    resetTaskWork,
  ),
  save_checkpoint: row("effects", z.object({ task, round: number }), saveTaskCheckpoint),
  update_work: row("effects", ofTask, updateAuthorBranch),
  merge: row("merges", ofTask, merge),
  close_grace: row("effects", ofTask, closeGraceWhenDue),
  /** Enqueued by older releases, whose timers were jobs. */
  wake: row("effects", ofTask, async (scope, job) => void (await wakeTask(scope, job))),
  notify: row(
    "effects",
    z.object({
      task,
      round: number.nullable(),
      to: z.string(),
      why: z.enum(["escalated", "your_turn", "reminder", "alert"]),
      seq: number,
    }),
    notify,
  ),
  deliver_notification: row(
    "effects",
    z.object({
      person: z.string(),
      channel: z.string(),
      message: z.string(),
      dueMs: z.number(),
      tries: number,
    }),
    deliverNotification,
  ),
  sync_change: row("merges", z.object({ repo: z.string(), number }), syncChange),
  publish: row(
    "merges",
    z.object({
      repo: z.string(),
      number,
      cause: z.enum(["changed", "shared", "asked", "refused"]),
      refusal: z.string().nullable(),
    }),
    publishReport,
  ),
  poll_forge: row("merges", z.object({ repo: z.string() }), pollForge),
  scan_forge: row("merges", z.object({ repo: z.string(), turn: number }), scanForge),
  redeliver_webhooks: row("merges", z.object({ sinceMs: z.number() }), redeliverWebhooks),
  answer_groups: row(
    "merges",
    z.object({ repo: z.string(), commit: z.string().nullable(), ref: z.string().nullable() }),
    answerGroups,
  ),
  follow_queue: row("merges", z.object({ repo: z.string() }), followQueue),
  press_button: row(
    "merges",
    z.object({
      repo: z.string(),
      delivery: z.string(),
      action: z.enum(["approve", "redo", "why"]),
      account: number,
      commit: z.string(),
    }),
    pressButton,
  ),
  push_proofs: row("merges", z.object({ repo: z.string() }), pushProofs),
  witness_chain: row(
    "merges",
    z.object({ repo: z.string(), object: z.string(), tries: number }),
    witnessChain,
  ),
  change_trust: row("merges", z.object({ request: z.string(), repo: z.string() }), changeTrust),
  file_debt: row("effects", z.object({ task, findings: z.array(z.string()) }), fileDebtTasks),
} as const;
export type JobKind = keyof typeof JOBS;

/** Kinds of jobs that earlier releases stored, with the current kind. */
const FORMER_KINDS: Readonly<Record<string, JobKind>> = {
  send_feedback: "close_grace",
  scan_checks: "scan_forge",
};

/** Runs one job. Every job is safe to repeat and does nothing if the task has moved on. */
export function createJobHandler(deps: EngineDeps): JobHandler {
  return async ({ id, org, kind, payload }) => {
    const known = FORMER_KINDS[kind] ?? kind;
    if (!isJobKind(known)) throw new Error(`There is no job ${kind}`);
    await JOBS[known].run(createScope(deps, org), id, payload);
  };
}

function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(JOBS, kind);
}
