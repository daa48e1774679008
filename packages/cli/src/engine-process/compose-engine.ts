import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  createGitMirror,
  createMoveSigner,
  createNotifier,
  createReportReader,
  createReviewerRunners,
  createSandboxedProcessRunner,
  createSignatureReader,
  createWitnessClient,
  type FollowedRunners,
  followReviewerAccess,
  openPackageProxy,
} from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import {
  createEffectQueue,
  createEngine,
  createFileSeals,
  createFileSigner,
  type Database,
  type DatabaseSettings,
  describeError,
  type Engine,
  fileRoots,
  type Metrics,
  type Mirror,
  openDatabase,
  type ProcessRunner,
} from "@countersign/engine";
import type { RunningServer } from "@countersign/server";
import { hookFiles } from "../hook/files/hook-files.ts";
import { readLiveSessions } from "../hook/sessions/live-sessions.ts";
import { engineFiles } from "../local-engine/files/engine-files.ts";
import { readCheckPath } from "../local-engine/settings/check-path.ts";
import {
  allowsUnsandboxed,
  readConfirmedPrograms,
  readOwnerNotifications,
  readOwnerRegistries,
  readRecordedSettings,
} from "../local-engine/settings/engine-settings.ts";
import { refuseFormerNames } from "../local-engine/settings/former-names.ts";
import { findOwnerCertificates } from "../local-engine/settings/owner-certificates.ts";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";
import { VERSION } from "../runtime/version.ts";
import { openForge } from "./open-forge.ts";
import { readSignInSettings } from "./read-sign-in-settings.ts";
import { type ServeSettings, serveEngine } from "./serve-engine.ts";

/** The organisation of an engine without accounts. */
export const LOCAL_ORG = "local";

/** `api` answers requests, `worker` runs jobs and upkeep, and `both` does both. */
export const PROCESS_ROLES = ["api", "worker", "both"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export type ComposeSettings = Omit<ServeSettings, "signIn"> & {
  directory: string;
  role: ProcessRole;
  env: Environment;
  metrics: Metrics;
};

export type ComposedEngine = {
  engine: Engine;
  pool: Database["pool"];
  /** Null for a worker, which answers no requests. */
  listening: RunningServer | null;
  /** Ends everything in the order that loses nothing: callers, work, database. */
  close(): Promise<void>;
};

/** Creates the engine with its database, queue, reviewers and HTTP server. */
export async function composeEngine(settings: ComposeSettings): Promise<ComposedEngine> {
  const { directory, env, log, metrics, role } = settings;
  requireSharedDatabase(settings);
  const signIn =
    role === "worker" ? undefined : await readSignInSettings(env, LOCAL_ORG, settings.publicUrl);
  const shared = sharedDirectory(directory, env);
  const scratch = join(directory, "scratch");
  const { settings: settingsFile } = engineFiles(directory);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const processes = createSandboxedProcessRunner({ programs: () => readCheckPath(settingsFile) });
  const reviewers = await followReviewers(settings, processes);
  const database = await openDatabase(databaseSettings(settings));
  try {
    const queue = createEffectQueue({
      workerUrl: requireWorkerUrl(database),
      alone: isOurs(settings),
      log,
      onFailed: ({ id, org, kind }, error) =>
        log({
          level: "error",
          event: "job_given_up",
          fields: { org, task: taskIn(id), job: kind, ...describeError(error) },
        }),
    });
    const engine = createEngine({
      pool: database.pool,
      mirror: createEngineMirror(settings, shared),
      processes,
      reports: createReportReader(),
      signatures: createSignatureReader(),
      proofs: {
        signer: createMoveSigner(createFileSigner(join(shared, "seals"), "move-key")),
        release: VERSION,
      },
      witnesses: createWitnessClient(),
      runners: reviewers.runners,
      queue,
      packages: {
        open: openPackageProxy,
        registries: () => readOwnerRegistries(settingsFile),
        certificates: () => findOwnerCertificates(env),
      },
      notifier: createNotifier({
        owner: () => readOwnerNotifications(settingsFile),
        environment: env,
      }),
      allowsUnsandboxed: (path) => allowsUnsandboxed(settingsFile, path),
      ownerSettings: () => readRecordedSettings(settingsFile),
      heardSessions: (gitDir) => readLiveSessions(hookFiles({ directory }), gitDir),
      orgs: [LOCAL_ORG],
      scratch,
      roots: fileRoots(directory),
      seals: createFileSeals(shared),
      forge: await openForge({ directory, shared, env }),
      log,
      metrics,
      runsJobs: role !== "api",
    });
    await engine.start();
    const listening = role === "worker" ? null : await serveEngine({ ...settings, signIn }, engine);
    const close = async (): Promise<void> => {
      reviewers.stop();
      await closeAll(listening, engine, database);
    };
    return { engine, pool: database.pool, listening, close };
  } catch (error) {
    reviewers.stop();
    await database.close();
    throw error;
  }
}

/** Refuses a single role on a database of our own, on which no other process runs the other one. */
function requireSharedDatabase({ env, role }: Pick<ComposeSettings, "env" | "role">): void {
  if (role === "both" || !isOurs({ env })) return;
  const text = `--role ${role} needs a database that other processes use, too`;
  throw new CountersignError("invalid_input", text, {
    hint: "Set COUNTERSIGN_DATABASE_URL, or run without --role",
  });
}

/** Starts git through a spawner, because the engine grows to hundreds of megabytes. */
function createEngineMirror({ env }: ComposeSettings, dataDirectory: string): Mirror {
  return createGitMirror({ dataDirectory, git: gitProgram(env), usesSpawner: true });
}

/** Runners of reviewers that follow the owner's file while the engine runs. */
async function followReviewers(
  { directory, env, log }: ComposeSettings,
  processes: ProcessRunner,
): Promise<FollowedRunners> {
  const { settings } = engineFiles(directory);
  return await followReviewerAccess(join(directory, "reviewers.json"), {
    create: (access) =>
      createReviewerRunners({
        ...{ processes, environment: env, access, withoutKey: "left_out" },
        certificates: () => findOwnerCertificates(env),
        pins: () => readConfirmedPrograms(settings),
      }),
    onProblem: (error) =>
      log({ level: "warn", event: "reviewers_unreadable", fields: describeError(error) }),
  });
}

/** Workers on one database need the same mirrors, where work is pinned, and the same seals. */
export function sharedDirectory(
  directory: string,
  { COUNTERSIGN_SHARED: shared }: Environment,
): string {
  return shared === undefined || shared === "" ? directory : shared;
}

/** One developer has a database of their own; a team names theirs and its logins. */
export function databaseSettings({
  directory,
  env,
}: Pick<ComposeSettings, "directory" | "env">): DatabaseSettings {
  const databaseUrl = env.COUNTERSIGN_DATABASE_URL;
  const owner = env.COUNTERSIGN_DATABASE_OWNER_URL;
  const worker = env.COUNTERSIGN_DATABASE_WORKER_URL;
  refuseFormerNames(env);
  if (isOurs({ env }) || databaseUrl === undefined) return { dataDirectory: directory };
  return {
    databaseUrl,
    ...(owner === undefined || owner === "" ? {} : { ownerUrl: owner }),
    ...(worker === undefined || worker === "" ? {} : { workerUrl: worker }),
  };
}

/** A database of our own serves the one engine that holds the place over its directory. */
function isOurs({ env }: Pick<ComposeSettings, "env">): boolean {
  return (env.COUNTERSIGN_DATABASE_URL ?? "") === "";
}

/** The task that a job is for, as its id says. */
function taskIn(job: string): string | undefined {
  return job.split(":")[1];
}

export function requireWorkerUrl({ workerUrl }: Database): string {
  if (workerUrl !== null) return workerUrl;
  const text = "COUNTERSIGN_DATABASE_URL is set, but not COUNTERSIGN_DATABASE_WORKER_URL";
  throw new CountersignError("invalid_input", text, {
    hint: "The queue needs its own login; set COUNTERSIGN_DATABASE_WORKER_URL",
  });
}

async function closeAll(
  listening: RunningServer | null,
  engine: Engine,
  database: { close(): Promise<void> },
): Promise<void> {
  await listening?.close();
  await engine.stop();
  await database.close();
}
