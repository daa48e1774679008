/** The public surface of the engine, in the order of its folders. */

// access
export type { NewToken, TokenLine } from "./access/credentials.ts";
export { createToken } from "./access/credentials.ts";
export { type Deed, MAY } from "./access/may.ts";
export { type Principal, ROLES, type Role } from "./access/principal.ts";
// checks
export { detectChecks } from "./checks/detect-checks.ts";
// commands
export type { NewTask } from "./commands/create-task.ts";
export type { DiffQuery, TaskDiff } from "./commands/diff.ts";
export type { RepositoryLine } from "./commands/repositories.ts";
export type { SaidCommand } from "./commands/say.ts";
export type { EngineStatus } from "./commands/status.ts";
export type { Submission } from "./commands/submit.ts";
export type { Why } from "./commands/why.ts";
// config
export { CONFIG_FILES, policyFrom } from "./config/read-policy.ts";
// the engine
export { createEngine, type EngineOptions } from "./create-engine.ts";
// database
export { dataDirectory } from "./database/data-directory.ts";
export { type Database, type DatabaseSettings, openDatabase } from "./database/open-database.ts";
export { type SoloPostgres, startSoloPostgres } from "./database/solo-postgres.ts";
// durable
export {
  createDbosEffectQueue,
  type DbosEffectQueueOptions,
} from "./durable/dbos-effect-queue.ts";
export type { Engine } from "./engine.ts";
// ports
export type { EffectQueue, Job, JobHandler, JobPayload, QueueName } from "./ports/effect-queue.ts";
export type {
  BlobRead,
  CheckoutResult,
  DiffCaps,
  MergeCommit,
  Mirror,
  MoveOutcome,
  Pinned,
  Repository,
  ResetOutcome,
  ShownDiff,
  SkippedPath,
  Snapshot,
  TargetMove,
  TrialMerge,
  UnshownFile,
  WorkRef,
  WorkReset,
} from "./ports/mirror.ts";
export type {
  ProcessLimits,
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
  SandboxState,
} from "./ports/process-runner.ts";
// store
export type { Answer } from "./store/answer.ts";
export { type BlobStore, createBlobStore } from "./store/blob-store.ts";
export type { StreamEntry } from "./store/event-log.ts";
export type { EffectBatch, Enqueue } from "./store/execute.ts";
export type { ChainedEntry, ChainFault } from "./store/hash-chain.ts";
export type { Page, TaskLine, TaskQuery } from "./store/list-tasks.ts";
export type { RepositoryHold } from "./store/repositories.ts";
export { createTaskStore, type TaskStore } from "./store/task-store.ts";
