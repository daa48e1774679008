import type { Pool } from "pg";
import type { PolicySource } from "../config/policy-source.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { ProcessRunner } from "../ports/process-runner.ts";
import type { TaskStore } from "../store/task-store.ts";

/** What the engine is made of; every command and effect is a function of these. */
export type Parts = {
  pool: Pool;
  store: TaskStore;
  mirrorOf(org: string): Mirror;
  processes: ProcessRunner;
  queue: EffectQueue;
  policies: PolicySource;
  /** A directory of ours for checkouts; what is in it may go at any time. */
  scratch: string;
  /** One line for whoever runs the engine; foreign text in it was cleaned and bounded before. */
  log(line: string): void;
};
