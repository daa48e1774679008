import {
  machineVerdictId,
  sprintIdFor,
  taskIdFor,
} from "../../packages/engine/src/store/names/derived-ids.ts";
import { ENGINE_KEYS, JOB_STEPS } from "../../packages/engine/src/store/names/engine-keys.ts";
import { CHECKPOINTS, JOB_IDS, PARTITIONS } from "../../packages/engine/src/store/names/job-ids.ts";

/** Where a task stands when the engine derives a string from it. */
export type Moment = {
  org: string;
  task: string;
  seq: number;
  index: number;
  requirement: string;
  reviewer: string;
  digest: string;
};

type Samples<Table> = Readonly<Record<keyof Table, (moment: Moment) => string[]>>;

const effectOf = ({ org, task, seq, index }: Moment) => JOB_IDS.effect(org, task, seq, index);
const reviewOf = (moment: Moment) =>
  JOB_IDS.review(effectOf(moment), moment.requirement, moment.reviewer);

const KEYS: Samples<typeof ENGINE_KEYS> = {
  job: (moment) =>
    JOB_STEPS.flatMap((step) =>
      [effectOf(moment), reviewOf(moment)].map((job) => ENGINE_KEYS.job(job, step).key),
    ),
  policyChanged: ({ task, digest }) => [ENGINE_KEYS.policyChanged(task, digest).key],
  targetMoved: ({ task, digest }) => [
    ENGINE_KEYS.targetMoved(task, digest.slice(0, 40)).key,
    ENGINE_KEYS.targetMoved(task, null).key,
  ],
  unrecorded: ({ org, task, seq, requirement, reviewer }) => [
    ENGINE_KEYS.unrecorded(org, task, seq, requirement, reviewer).key,
  ],
  workMoved: ({ org, task, seq }) => [ENGINE_KEYS.workMoved(org, task, seq).key],
  reseat: ({ org, task, seq }) => [ENGINE_KEYS.reseat(org, task, seq).key],
  followBase: ({ org, task, seq }) => [ENGINE_KEYS.followBase(org, task, seq).key],
  reproduced: ({ org, task, seq }) => [ENGINE_KEYS.reproduced(org, task, seq).key],
  train: ({ org, task, seq }) =>
    (["started", "merged", "failed"] as const).map(
      (step) => ENGINE_KEYS.train(org, task, seq, step).key,
    ),
  seatLost: ({ org, task, seq, requirement, reviewer }) => [
    ENGINE_KEYS.seatLost(org, task, seq, requirement, reviewer).key,
  ],
  debt: (moment) =>
    (["opened", "filed"] as const).map(
      (step) => ENGINE_KEYS.debt(effectOf(moment), "F-1", step).key,
    ),
  closedOnForge: ({ org, task, seq }) => [ENGINE_KEYS.closedOnForge(org, task, seq).key],
  reopenedOnForge: ({ org, task, seq }) => [ENGINE_KEYS.reopenedOnForge(org, task, seq).key],
  due: ({ org, task, seq }) => [ENGINE_KEYS.due(org, task, seq).key],
  silence: ({ org, task, seq }) => [ENGINE_KEYS.silence(org, task, seq).key],
};

const JOBS: Samples<typeof JOB_IDS> = {
  effect: (moment) => [effectOf(moment)],
  review: (moment) => [reviewOf(moment)],
  mergeAfterRelease: ({ org, task, digest }) => [
    JOB_IDS.mergeAfterRelease(org, task, digest.slice(0, 40)),
  ],
  mergeAfterLoss: ({ org, task, seq }) => [JOB_IDS.mergeAfterLoss(org, task, seq)],
  delivery: ({ org, digest, index }) => [
    JOB_IDS.delivery(org, `msg_${digest.slice(0, 32)}`, index),
  ],
  syncChange: ({ org, task, seq, index }) => [JOB_IDS.syncChange(org, task, seq, index)],
  publishReport: ({ org, task, seq, index }) => [
    JOB_IDS.publishReport(org, task, seq, String(index)),
  ],
  pollForge: ({ org, task, index }) => [JOB_IDS.pollForge(org, task, index)],
  scanForge: ({ org, task, index }) => [JOB_IDS.scanForge(org, task, index)],
  redeliverWebhooks: ({ org, index }) => [JOB_IDS.redeliverWebhooks(org, index)],
  answerGroups: ({ org, task, index }) => [JOB_IDS.answerGroups(org, task, String(index))],
  followQueue: ({ org, task, index }) => [JOB_IDS.followQueue(org, task, index)],
  pressButton: ({ org, digest }) => [JOB_IDS.pressButton(org, digest)],
  pushProofs: ({ org, task, digest }) => [JOB_IDS.pushProofs(org, task, digest.slice(0, 40))],
  changeTrust: ({ org, digest, index }) => [
    JOB_IDS.changeTrust(org, `trust-${digest.slice(0, 8)}`, String(index)),
  ],
  witnessChain: ({ org, task, digest, index }) => [
    JOB_IDS.witnessChain(org, task, `${digest.slice(0, 40)}:${index}`),
  ],
  mergeAgain: ({ org, task, seq, index }) => [JOB_IDS.mergeAgain(org, task, seq, index)],
};

const PLACES: Samples<typeof PARTITIONS> = {
  repository: ({ org, task }) => [PARTITIONS.repository(org, task)],
  reviewer: ({ org, reviewer }) => [PARTITIONS.reviewer(org, reviewer)],
  forgeReads: ({ org, task }) => [PARTITIONS.forgeReads(org, task)],
  mergeQueue: ({ org, task }) => [PARTITIONS.mergeQueue(org, task)],
  witnesses: ({ org, task }) => [PARTITIONS.witnesses(org, task)],
  forgeWrites: ({ org, index }) => [PARTITIONS.forgeWrites(org, index)],
};

const KEPT: Samples<typeof CHECKPOINTS> = {
  round: ({ task, index }) => [CHECKPOINTS.round(task, index)],
  beforeRedo: ({ task, seq, index }) => [CHECKPOINTS.beforeRedo(task, index, String(seq))],
};

const SYSTEM = { kind: "system", id: "countersign" } as const;

const IDS = {
  machineVerdict: (moment: Moment) => [machineVerdictId(moment.org, moment.task, reviewOf(moment))],
  task: ({ org, digest }: Moment) => [taskIdFor(org, digest, SYSTEM, 1)],
  sprint: ({ org, digest }: Moment) => [sprintIdFor(org, digest, SYSTEM)],
};

/** Every kind of string that the engine derives, with how it looks at a moment. A new kind does not compile without a sample. */
export const DERIVED: readonly { kind: string; at(moment: Moment): string[] }[] = Object.entries({
  key: KEYS,
  job: JOBS,
  partition: PLACES,
  checkpoint: KEPT,
  id: IDS,
}).flatMap(([group, table]) =>
  Object.entries(table).map(([name, at]) => ({ kind: `${group}:${name}`, at })),
);

/** The strings of the engine's own commands at a moment. */
export function engineKeysAt(moment: Moment): Set<string> {
  return new Set(Object.values(KEYS).flatMap((at) => at(moment)));
}

/** The verdict that a machine gives at a moment. */
export function machineVerdictAt(moment: Moment): string {
  return machineVerdictId(moment.org, moment.task, reviewOf(moment));
}
