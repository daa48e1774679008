import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import {
  createGitMirror,
  createReportReader,
  createSandboxedProcessRunner,
  createSignatureReader,
} from "../../packages/adapters/src/index.ts";
import {
  createEffectQueue,
  createEngine,
  createFileSeals,
  createToken,
  type EffectQueue,
  type Engine,
  type EngineOptions,
  type Mirror,
  type NewToken,
  type Principal,
} from "../../packages/engine/src/index.ts";
import { type BenchUrls, benchPool } from "../../packages/engine/src/testing/bench-server.ts";
import { type BenchRepository, makeRepository } from "./make-repository.ts";
import { ORG } from "./task-life.ts";

const CONNECTIONS = 10;

export type BenchEngine = {
  engine: Engine;
  /** Contains the repositories, mirrors and seals. */
  folder: string;
  pool: ReturnType<typeof benchPool>;
  queue: EffectQueue;
  mirror: ReturnType<typeof createGitMirror>;
  repositories: readonly BenchRepository[];
  signIn(token: NewToken): Promise<Principal>;
  seals: EngineOptions["seals"];
  /** Logged errors; empty on success. */
  lines: readonly string[];
};

type BenchSettings = {
  policy: object;
  /** The number of branches to submit in each repository. */
  repositories: Readonly<Record<string, number>>;
  /** Wraps the queue, to observe it. */
  around?: (queue: EffectQueue) => EffectQueue;
  /** Wraps the mirror, to observe it. */
  aroundMirror?: (mirror: Mirror) => Mirror;
  /** Git's absolute path. Default: found in the usual places. */
  git?: string;
  /** False if other processes run the jobs. Default true. */
  runsJobs?: boolean;
  /** Further files on the target of each repository. */
  files?: Readonly<Record<string, string>>;
  /** Signs the moves of targets that have a root of trust. Default: no proofs. */
  proofs?: EngineOptions["proofs"];
};

/** Opens an engine with its real dependencies and its own repositories. */
export async function openBenchEngine(
  urls: BenchUrls,
  directory: string,
  settings: BenchSettings,
): Promise<BenchEngine> {
  const { policy, repositories, files } = settings;
  const folder = await mkdtemp(join(directory, "engine-"));
  const composed = await composeBenchEngine(urls, folder, settings);
  const { engine, pool } = composed;
  const signIn = async (token: NewToken) => {
    const { token: secret } = await createToken(pool, ORG, { sponsor: "ana", ...token });
    const principal = await engine.authenticate(secret);
    if (principal === null) throw new Error("A new token is not known");
    return principal;
  };
  const admin = await signIn({ actor: "root", role: "admin" });
  const made: BenchRepository[] = [];
  for (const [id, branches] of Object.entries(repositories)) {
    const repository = await makeRepository(join(folder, id), policy, branches, files);
    const { problem } = await engine.addRepository(admin, { path: repository.path, id });
    if (problem !== null) throw new Error(problem);
    made.push({ ...repository, id });
  }
  return { ...composed, folder, repositories: made, signIn };
}

type ComposedEngine = Pick<BenchEngine, "engine" | "pool" | "queue" | "mirror" | "seals" | "lines">;

/** Creates an engine over a folder with mirrors and seals, which several processes may share. */
export async function composeBenchEngine(
  urls: BenchUrls,
  folder: string,
  settings: Pick<BenchSettings, "around" | "aroundMirror" | "git" | "runsJobs" | "proofs"> = {},
): Promise<ComposedEngine> {
  const { around = (queue) => queue, aroundMirror = (mirror) => mirror, git } = settings;
  const scratch = await mkdtemp(join(folder, "scratch-"));
  const lines: string[] = [];
  const log: EngineOptions["log"] = ({ level, event, fields }) => {
    if (level === "error") lines.push(`${event} ${JSON.stringify(fields)}`);
  };
  const pool = benchPool(urls.appUrl, CONNECTIONS);
  const durable = createEffectQueue({
    workerUrl: urls.workerUrl,
    log,
    onFailed: ({ id }, error) => {
      lines.push(`${id} was given up: ${String(error)}`);
    },
  });
  const queue = around(durable);
  const mirror = aroundMirror(createGitMirror({ dataDirectory: join(folder, "data"), git }));
  const seals = createFileSeals(join(folder, "data"));
  const engine = createEngine({
    pool,
    mirror,
    processes: createSandboxedProcessRunner(),
    reports: createReportReader(),
    ...(settings.proofs && { signatures: createSignatureReader(), proofs: settings.proofs }),
    queue,
    orgs: [ORG],
    roots: async () => [folder],
    scratch,
    seals,
    log,
    runsJobs: settings.runsJobs ?? true,
  });
  return { engine, pool, queue, mirror, seals, lines };
}
