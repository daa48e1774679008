import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { requirePermission } from "./access/permissions.ts";
import type { Principal } from "./access/principal.ts";
import { readableTask } from "./access/readable-task.ts";
import type { RepositoryRoots } from "./access/repository-roots.ts";
import { createPresenceVerifier } from "./access/verify-act.ts";
import { createAudit } from "./audit/audit.ts";
import { answerChallenge } from "./commands/answer-challenge.ts";
import { nextAssignment, takeAssignment } from "./commands/assignment.ts";
import { connectReviewer } from "./commands/connect-reviewer.ts";
import { readAttemptLimit } from "./commands/feedback.ts";
import { createPersonKeys } from "./commands/person-keys.ts";
import { sprint } from "./commands/read-sprint.ts";
import { recordSettings } from "./commands/repositories/record-settings.ts";
import { snoozeTask, unsnoozeTask } from "./commands/snooze.ts";
import { changeSprint, startSprint } from "./commands/sprint.ts";
import { status } from "./commands/status.ts";
import { createNewTask } from "./commands/submit/create-task.ts";
import { findTaskId } from "./commands/submit/find-task.ts";
import { submitWork } from "./commands/submit/submit-work.ts";
import { readTaskCounts } from "./commands/task-counts.ts";
import { createCredentialCalls } from "./create-credential-calls.ts";
import { createForgeCalls } from "./create-forge-calls.ts";
import { createRepositoryCalls } from "./create-repository-calls.ts";
import { createReviewCalls } from "./create-review-calls.ts";
import { createTrustCalls } from "./create-trust-calls.ts";
import { createWebhookCalls } from "./create-webhook-calls.ts";
import { createEnqueue } from "./effects/enqueue.ts";
import { createJobHandler } from "./effects/job-table.ts";
import { watchMerges } from "./effects/outcomes/watch-merges.ts";
import { pollDueTasks } from "./effects/timers/poll-due-tasks.ts";
import type { ForgeTimes } from "./effects/upkeep/due-forge-reads.ts";
import { fillLists } from "./effects/upkeep/fill-lists.ts";
import { followForge } from "./effects/upkeep/follow-forge.ts";
import { openMonths } from "./effects/upkeep/open-months.ts";
import { pollTargets } from "./effects/upkeep/poll-targets.ts";
import { runCleanup } from "./effects/upkeep/run-cleanup.ts";
import type { Engine } from "./engine.ts";
import type { EngineDeps } from "./execute/engine-deps.ts";
import { createScope, type EngineScope } from "./execute/engine-scope.ts";
import { executeCommand } from "./execute/execute-command.ts";
import { createLearning } from "./learn/create-learning.ts";
import { createMonitoring } from "./monitoring/create-monitoring.ts";
import { createMetrics, type Metrics, timeCommands, timeEffects } from "./monitoring/metrics.ts";
import { describeError } from "./platform/log/describe-error.ts";
import type { Log } from "./platform/log/log.ts";
import { logStep } from "./platform/log/log-step.ts";
import { createTargetSightings } from "./platform/target-sightings.ts";
import { createTargetTurns } from "./platform/target-turns.ts";
import { mirrorOfOrg } from "./policy/mirror-of-org.ts";
import { createPolicySource } from "./policy/policy-source.ts";
import { rememberChanges } from "./policy/remember-changes.ts";
import type { EffectQueue } from "./ports/effect-queue.ts";
import type { ForgeConnection } from "./ports/forge-connection.ts";
import type { Mirror } from "./ports/mirror.ts";
import type { Notifier } from "./ports/notifier.ts";
import type { OwnerSettings } from "./ports/owner-settings.ts";
import type { PackageNetwork } from "./ports/package-network.ts";
import type { ProcessRunner } from "./ports/process-runner.ts";
import type { ReportReader } from "./ports/report-reader.ts";
import type { ReportedSession } from "./ports/reported-session.ts";
import type { ReviewerRunners } from "./ports/reviewer-runner.ts";
import type { SignatureReader } from "./ports/signature-reader.ts";
import type { WitnessClient } from "./ports/witness-client.ts";
import type { ProofOptions } from "./proof/compose-proof.ts";
import { createPreparations } from "./review/checks/prepare/preparations.ts";
import { createReadiness } from "./review/reviewers/create-readiness.ts";
import { createTreeCopiesByOrg } from "./review/reviewers/tree-copies.ts";
import { createTurns } from "./review/reviewers/turns.ts";
import { createReviewProgress } from "./review/rounds/review-progress.ts";
import { SEAL_EVERY_MS, sealLoop } from "./seal/seal-loop.ts";
import type { SealDeps } from "./seal/seal-once.ts";
import { createTaskStore } from "./store/task-store.ts";

export type EngineOptions = {
  pool: Pool;
  mirror: Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** Runners of agents, by adapter. Default: agents answer on their own, with a credential. */
  runners?: ReviewerRunners;
  /** Signs the moves of targets that have a trust file. Default: no proofs are written. */
  proofs?: ProofOptions;
  /** Reads people's keys and signatures. Without it, actions that require a signature are refused. */
  signatures?: SignatureReader;
  /** Offers checkpoints of chains to witnesses. Default: none are asked. */
  witnesses?: WitnessClient;
  /** Milliseconds before each further offer of the same state. Default 5 s to 30 min. */
  witnessRetryMs?: readonly number[];
  queue: EffectQueue;
  /** Returns whether the owner allows commands of the repository at a path without a sandbox. Default: no. */
  allowsUnsandboxed?: (path: string) => Promise<boolean>;
  /** The owner's settings, whose changes are recorded. Default: none. */
  ownerSettings?: () => Promise<OwnerSettings>;
  /**
   * Returns sessions of agents in the worktrees of a git directory. Default: none, and no foreign commit is
   * accepted automatically.
   */
  heardSessions?: (gitDir: string) => Promise<readonly ReportedSession[]>;
  /** Network for preparations. Default: none. */
  packages?: PackageNetwork;
  /** How often the forge is read. */
  forgeTimes?: ForgeTimes;
  /** Sends notifications to people. Default: none are sent. */
  notifier?: Notifier;
  /** Milliseconds before each retry of a notification. Default 5 s to 5 h, per message. */
  notifyRetryMs?: readonly number[];
  /** The forge whose pull requests are reviewed. Default: none. */
  forge?: ForgeConnection | undefined;
  /** The organisations whose repositories this process serves. */
  orgs: readonly string[];
  scratch: string;
  /** The directories below which repositories may be registered. */
  roots: RepositoryRoots;
  /** Signer and external copy of the seals. `everyMs`: milliseconds between seals. Default 1,000. */
  seals: Pick<SealDeps, "signer" | "copy"> & { everyMs?: number };
  /** Milliseconds between polls of the targets. Default 5,000, per process. */
  lookMs?: number;
  /** Maximum milliseconds between polls for passed deadlines. Default 1,100, per process. */
  duePollMs?: number;
  /** Milliseconds between comparisons of changed targets with merged work. Default 60,000, per process. */
  watchMs?: number;
  /** Milliseconds between deletions of old data. Default one hour, per process. */
  tidyMs?: number;
  log: Log;
  /** Counters of this process. Default: new ones. */
  metrics?: Metrics;
  /**
   * Whether `start` runs jobs, polls targets, seals and cleans up. Default true. Another process on the same
   * database must do it if this one does not.
   */
  runsJobs?: boolean;
};

const STOP_MS = 10_000;

/** Creates the dependencies from the options. */
function createDeps(
  { pool, mirror: git, orgs, ...given }: EngineOptions,
  metrics: Metrics,
): EngineDeps {
  const mirror = rememberChanges(git);
  const sealer = sealLoop({
    everyMs: SEAL_EVERY_MS,
    ...given.seals,
    pool,
    orgs,
    onFailed: (org, error) =>
      given.log({ level: "error", event: "seal_failed", fields: { org, ...describeError(error) } }),
  });
  return {
    runners: {},
    ...given,
    presence: given.signatures && createPresenceVerifier(given.signatures),
    readiness: createReadiness(given.runners ?? {}),
    turns: createTurns(),
    sightings: createTargetSightings(),
    targetTurns: createTargetTurns(),
    preparations: createPreparations(),
    progress: createReviewProgress(),
    copiesOf: createTreeCopiesByOrg(given.scratch),
    pool,
    sealer,
    mirrorOf: (org) => mirrorOfOrg(mirror, org),
    policies: createPolicySource(mirror),
    store: timeCommands(
      createTaskStore(pool, createEnqueue(given.queue), (step) => logStep(given.log, step)),
      metrics,
    ),
  };
}

/** Binds the engine to the organisation of a caller. */
type ScopeFor = (by: Principal) => EngineScope;

type HandingOut = "nextAssignment" | "takeAssignment" | "sprint" | "startSprint" | "changeSprint";

function aboutHandingOut(scopeFor: ScopeFor): Pick<Engine, HandingOut> {
  return {
    nextAssignment: (by, query) => nextAssignment(scopeFor(by), by, query),
    takeAssignment: (by, key, place) => takeAssignment(scopeFor(by), by, key, place),
    sprint: (by) => sprint(scopeFor(by), by),
    startSprint: (by, key, wanted) => startSprint(scopeFor(by), by, key, wanted),
    changeSprint: (by, key, change) => changeSprint(scopeFor(by), by, key, change),
  };
}

function aboutTasks(
  deps: EngineDeps,
  scopeFor: ScopeFor,
): Pick<Engine, "task" | "attemptLimit" | "progress" | "tasks" | "sections" | "taskCounts"> {
  const { store, progress } = deps;
  return {
    async attemptLimit(by, task) {
      requirePermission(by, "read", task.id);
      return await readAttemptLimit(scopeFor(by), task);
    },
    async task(by, id) {
      requirePermission(by, "read", id);
      const task = await store.load(by.org, id);
      if (task === null) throw new CountersignError("not_found", `There is no task ${id}`);
      return task;
    },
    progress(by, id) {
      requirePermission(by, "read", id);
      return progress.list(by.org, id);
    },
    async tasks(by, query) {
      const task = readableTask(by);
      return store.list(by.org, { ...query, ...(task !== undefined && { task }) });
    },
    async sections(by, query) {
      const task = readableTask(by);
      const only = { ...query, me: by.actor.id, ...(task !== undefined && { task }) };
      return store.countSections(by.org, only);
    },
    taskCounts: (by) => readTaskCounts(scopeFor(by), by),
  };
}

/** Creates the engine. It runs no jobs until `start` is called. */
export function createEngine(options: EngineOptions): Engine {
  const { metrics = createMetrics() } = options;
  const deps = createDeps(options, metrics);
  const scopeFor: ScopeFor = ({ org }) => createScope(deps, org);
  let running = false;
  const { pool, sealer, store, queue } = deps;
  const months = openMonths(deps, options.tidyMs);
  const periodic = [
    pollTargets(deps, options.orgs, options.lookMs),
    pollDueTasks(deps, options.orgs, options.duePollMs),
    runCleanup(deps, options.orgs, options.tidyMs),
    months,
    fillLists(deps, options.orgs),
    watchMerges(deps, options.orgs, options.watchMs),
    followForge(deps, options.orgs, options.forgeTimes),
  ];
  return {
    ...createCredentialCalls(
      { pool, orgs: options.orgs, signatures: options.signatures },
      scopeFor,
    ),
    ...createPersonKeys(scopeFor),
    ...createTrustCalls(scopeFor),
    ...createRepositoryCalls(scopeFor),
    connectReviewer: (by, repo) => connectReviewer(scopeFor(by), by, repo),
    createTask: (by, key, task) => createNewTask(scopeFor(by), by, key, task),
    submitWork: (by, key, work) => submitWork(scopeFor(by), by, key, work),
    command: (by, key, task, command) =>
      answerChallenge(scopeFor(by), (scope) => executeCommand(scope, by, key, task, command)),
    snooze: (by, task, snooze) => snoozeTask(scopeFor(by), by, task, snooze),
    unsnooze: (by, task) => unsnoozeTask(scopeFor(by), by, task),
    ...aboutHandingOut(scopeFor),
    findTask: (by, prefix) => findTaskId(scopeFor(by), by, prefix),
    ...aboutTasks(deps, scopeFor),
    async log(by, id, from) {
      requirePermission(by, "read", id);
      return store.log(by.org, id, from);
    },
    async stream(by, place) {
      const task = readableTask(by);
      return store.stream(by.org, { ...place, ...(task !== undefined && { task }) });
    },
    ...createReviewCalls(scopeFor),
    ...createForgeCalls(scopeFor),
    status: (by) => status(scopeFor(by), by),
    ...createMonitoring({ pool, metrics, isRunning: () => running }),
    ...createWebhookCalls(deps, options.orgs),
    ...createAudit(deps, options.orgs),
    ...createLearning(deps),
    async start() {
      if (options.runsJobs === false) {
        running = true;
        return;
      }
      for (const org of options.orgs) await recordSettings(createScope(deps, org));
      await months.runNow();
      await queue.start(timeEffects(createJobHandler(deps), metrics));
      running = true;
      for (const work of periodic) work.start();
      sealer.start();
    },
    async stop() {
      running = false;
      for (const work of periodic) await work.stop();
      await queue.stop(STOP_MS);
      await sealer.stop();
    },
  };
}
