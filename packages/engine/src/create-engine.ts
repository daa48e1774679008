import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { authenticate, createToken, listTokens, revokeToken } from "./access/credentials.ts";
import { requireMay } from "./access/may.ts";
import { createTask } from "./commands/create-task.ts";
import { diff } from "./commands/diff.ts";
import { findTask } from "./commands/find-task.ts";
import type { Parts } from "./commands/parts.ts";
import { addRepository, releaseRepository, repositories } from "./commands/repositories.ts";
import { say } from "./commands/say.ts";
import { status } from "./commands/status.ts";
import { submit } from "./commands/submit.ts";
import { why } from "./commands/why.ts";
import { mirrorOfOrg } from "./config/mirror-of-org.ts";
import { createPolicySource } from "./config/policy-source.ts";
import { rememberChanges } from "./config/remember-changes.ts";
import { doJobs } from "./effects/do-job.ts";
import { enqueueInto } from "./effects/enqueue.ts";
import { keepLooking } from "./effects/keep-looking.ts";
import type { Engine } from "./engine.ts";
import type { EffectQueue } from "./ports/effect-queue.ts";
import type { Mirror } from "./ports/mirror.ts";
import type { ProcessRunner } from "./ports/process-runner.ts";
import { createTaskStore } from "./store/task-store.ts";

export type EngineOptions = {
  pool: Pool;
  mirror: Mirror;
  processes: ProcessRunner;
  queue: EffectQueue;
  /** The organisations whose repositories this process looks after. */
  orgs: readonly string[];
  scratch: string;
  log(line: string): void;
};

const STOP_MS = 10_000;

/** Puts the parts together. Nothing happens until it is asked, or started. */
export function createEngine({ pool, mirror: git, orgs, ...given }: EngineOptions): Engine {
  const mirror = rememberChanges(git);
  const parts: Parts = {
    ...given,
    pool,
    mirrorOf: (org) => mirrorOfOrg(mirror, org),
    policies: createPolicySource(mirror),
    store: createTaskStore(pool, enqueueInto(given.queue)),
  };
  const { store, queue } = parts;
  const looking = keepLooking(parts, orgs);
  return {
    authenticate: (token) => authenticate(pool, token),
    async createToken(by, token) {
      requireMay(by, "manage_tokens");
      return createToken(pool, by.org, by.actor.id, token);
    },
    async tokens(by) {
      requireMay(by, "manage_tokens");
      return listTokens(pool, by.org);
    },
    async revokeToken(by, id) {
      requireMay(by, "manage_tokens");
      return revokeToken(pool, by.org, id);
    },
    addRepository: (by, repository) => addRepository(parts, by, repository),
    repositories: (by) => repositories(parts, by),
    releaseRepository: (by, id, reason) => releaseRepository(parts, by, id, reason),
    createTask: (by, key, task) => createTask(parts, by, key, task),
    submit: (by, key, task, submission) => submit(parts, by, key, task, submission),
    command: (by, key, task, command) => say(parts, by, key, task, command),
    findTask: (by, prefix) => findTask(parts, by, prefix),
    async task(by, id) {
      requireMay(by, "read", id);
      const task = await store.load(by.org, id);
      if (task === null) throw new CountersignError("not_found", `There is no task ${id}`);
      return task;
    },
    async tasks(by, query) {
      requireMay(by, "read");
      return store.list(by.org, query);
    },
    async log(by, id, from) {
      requireMay(by, "read", id);
      return store.log(by.org, id, from);
    },
    async stream(by, place) {
      requireMay(by, "read");
      return store.stream(by.org, place);
    },
    diff: (by, id, query) => diff(parts, by, id, query),
    why: (by, id) => why(parts, by, id),
    status: (by) => status(parts, by),
    async start() {
      await queue.start(doJobs(parts));
      looking.start();
    },
    async stop() {
      await looking.stop();
      await queue.stop(STOP_MS);
    },
  };
}
