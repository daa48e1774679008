import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import {
  createGitMirror,
  createMoveSigner,
  createReportReader,
  createSandboxedProcessRunner,
  createSignatureReader,
} from "@countersign/adapters";
import type { Task } from "@countersign/core";
import {
  createEffectQueue,
  createEngine,
  createFileSeals,
  createFileSigner,
  createLog,
  type Engine,
  type EngineOptions,
  type Log,
  type Mirror,
  type MoveSigner,
  type NewToken,
  type Principal,
} from "@countersign/engine";
import { afterAll } from "vitest";
import { openWorkshop, type Workshop } from "../../packages/adapters/src/git/testing/plain-git.ts";
import { createToken } from "../../packages/engine/src/access/credentials.ts";
import {
  type DurableDatabase,
  durableDatabase,
} from "../../packages/engine/src/durable/testing/durable-database.ts";
import { plainPolicy } from "./plain-policy.ts";

export const ORG = "acme";

/** The plain policy with one command of its own. */
export const POLICY = {
  ...plainPolicy("ana"),
  checks: [{ id: "tests", run: "test ! -e broken.txt", timeout: "1m" }],
};

/** An engine of real parts on a database of its own, with a repository and one credential each. */
export type OpenEngine = {
  engine: Engine;
  database: DurableDatabase;
  shop: Workshop;
  folder: string;
  ana: Principal;
  agent: Principal;
  admin: Principal;
  /** Creates a credential and returns its token. */
  mint(token: NewToken, org?: string): Promise<string>;
  signIn(token: NewToken, org?: string): Promise<Principal>;
  key(): string;
  /** What the engine has logged. */
  lines: readonly string[];
  /** Stops the engine before the end of the test. */
  stop(): Promise<void>;
  /** Waits until the task looks as wanted, and fails with where it stands instead. */
  until(task: string, wanted: (task: Task) => boolean, ms?: number): Promise<Task>;
};

/** What a test gives the engine besides. */
type More = Partial<
  Pick<
    EngineOptions,
    | "runners"
    | "tidyMs"
    | "lookMs"
    | "watchMs"
    | "duePollMs"
    | "roots"
    | "heardSessions"
    | "forge"
    | "proofs"
    | "witnesses"
    | "witnessRetryMs"
    | "forgeTimes"
    | "notifier"
    | "notifyRetryMs"
    | "orgs"
  >
> & {
  /** Changes the mirror, for example to let something happen in the middle of a call. */
  wrapMirror?: (mirror: Mirror) => Mirror;
  /** Milliseconds between seals. Default 50. */
  sealMs?: number;
  /** Further files on the main branch, by path. */
  files?: Readonly<Record<string, string>>;
};

export async function openEngine(
  policy: object = POLICY,
  { files, ...more }: More = {},
): Promise<OpenEngine> {
  const database = await durableDatabase();
  const folder = mkdtempSync(join(tmpdir(), "countersign-engine-"));
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const failures: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) });
  const engine = await engineOn(database, folder, log, failures, more);
  const mint = async (token: NewToken, org = ORG) =>
    (await createToken(database.pool, org, token)).token;
  const signIn = async (token: NewToken, org?: string) => {
    const principal = await engine.authenticate(await mint(token, org));
    if (principal === null) throw new Error("A new token is not known");
    return principal;
  };
  const shop = openShop(policy, files);
  const admin = await signIn({ actor: "root", role: "admin" });
  await engine.addRepository(admin, { path: shop.repo, id: "shop" });
  await engine.start();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= engine.stop();
    return stopped;
  };
  afterAll(async () => {
    await stop();
    shop.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const ana = await signIn({ actor: "ana", role: "human" });
  const agent = await signIn({ actor: "claude", role: "author" });
  return {
    engine,
    database,
    shop,
    folder,
    ana,
    agent,
    admin,
    mint,
    signIn,
    lines,
    stop,
    key: () => randomBytes(8).toString("hex"),
    until: (task, wanted, ms) => until(engine, ana, failures, task, wanted, ms),
  };
}

/** The key with which an engine over this folder signs moves. */
export function openMoveSigner(folder: string): MoveSigner {
  return createMoveSigner(createFileSigner(join(folder, "data", "seals"), "move-key"));
}

/** An engine over a database and a folder, which another may have used before. */
export async function engineOn(
  { pool, workerUrl }: Pick<DurableDatabase, "pool" | "workerUrl">,
  folder: string,
  log: Log,
  failures: string[],
  { sealMs = 50, wrapMirror = (mirror) => mirror, ...more }: More = {},
): Promise<Engine> {
  const queue = createEffectQueue({
    workerUrl,
    log,
    onFailed: ({ id }, error) => {
      failures.push(`${id} was given up: ${inspect(error)}`);
    },
  });
  return createEngine({
    pool,
    mirror: wrapMirror(createGitMirror({ dataDirectory: join(folder, "data") })),
    processes: createSandboxedProcessRunner(),
    reports: createReportReader(),
    signatures: createSignatureReader(),
    proofs: { signer: openMoveSigner(folder), release: "0.1.0" },
    queue,
    orgs: [ORG],
    roots: async () => [tmpdir()],
    scratch: join(folder, "scratch"),
    seals: { ...createFileSeals(join(folder, "data")), everyMs: sealMs },
    log,
    ...more,
  });
}

/** A repository with a policy and a file on its main branch, which nothing has checked out. */
export function openShop(policy: object, files: Readonly<Record<string, string>> = {}): Workshop {
  const shop = openWorkshop();
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.write("countersign.json", JSON.stringify(policy, null, 2));
  shop.write("readme.md", "# Shop\n");
  shop.commit("Begin");
  shop.git("checkout", "--quiet", "--detach");
  return shop;
}

export async function until(
  engine: Engine,
  by: Principal,
  lines: readonly string[],
  id: string,
  wanted: (task: Task) => boolean,
  ms = 90_000,
): Promise<Task> {
  const end = Date.now() + ms;
  for (;;) {
    const task = await engine.task(by, id);
    if (wanted(task)) return task;
    if (Date.now() > end) {
      const { story } = await engine.why(by, id);
      const told = story.map(({ by: who, text }) => `  ${who}: ${text}`).join("\n");
      throw new Error(`${id} is ${task.phase.is}:\n${told}\n${lines.join("\n")}`);
    }
    await pause(25);
  }
}
