/** The public surface of the engine, in the order of its folders. */

// database
export { dataDirectory } from "./database/data-directory.ts";
export { migrateDatabase } from "./database/migrate.ts";
export { type Database, type DatabaseSettings, openDatabase } from "./database/open-database.ts";
export { type SoloPostgres, startSoloPostgres } from "./database/solo-postgres.ts";
// ports
export type {
  BlobRead,
  DiffCaps,
  MergeCommit,
  Mirror,
  MoveOutcome,
  Pinned,
  Repository,
  ShownDiff,
  SkippedPath,
  Snapshot,
  TargetMove,
  TrialMerge,
  UnshownFile,
  WorkRef,
} from "./ports/mirror.ts";
// store
export type { Answer } from "./store/answer.ts";
export { type BlobStore, createBlobStore } from "./store/blob-store.ts";
export type { StreamEntry } from "./store/event-log.ts";
export type { EffectBatch, Enqueue } from "./store/execute.ts";
export type { ChainedEntry, ChainFault } from "./store/hash-chain.ts";
export type { Page, TaskLine, TaskQuery } from "./store/list-tasks.ts";
export { createTaskStore, type TaskStore } from "./store/task-store.ts";
