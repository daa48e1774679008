import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { createGitMirror, createSandboxedProcessRunner } from "@countersign/adapters";
import type { Task } from "@countersign/core";
import {
  createDbosEffectQueue,
  createEngine,
  type Engine,
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

export const ORG = "acme";

/** A policy of which every part can run here: the built-in checks, one command, then the owner. */
export const POLICY = {
  people: { owner: ["ana"] },
  policies: [
    {
      id: "universal",
      when: "always",
      require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
      priority: 100,
      description: "Every change",
    },
  ],
  rules: [],
  modes: { default: "per-task" },
  chains: { code: ["self"], internal_document: ["self"] },
  inferTypes: [],
  checks: [{ id: "tests", run: "test ! -e broken.txt", timeout: "1m" }],
  prepare: { run: null },
  merge: { graceSeconds: 0 },
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
  signIn(token: NewToken, org?: string): Promise<Principal>;
  key(): string;
  /** Waits until the task looks as wanted, and fails with where it stands instead. */
  until(task: string, wanted: (task: Task) => boolean, ms?: number): Promise<Task>;
};

export async function openEngine(policy: object = POLICY): Promise<OpenEngine> {
  const database = await durableDatabase();
  const folder = mkdtempSync(join(tmpdir(), "countersign-engine-"));
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const queue = await createDbosEffectQueue({
    workerUrl: database.workerUrl,
    log: (line) => lines.push(line),
    onFailed: ({ id }, error) => {
      lines.push(`${id} was given up: ${inspect(error)}`);
    },
  });
  const engine = createEngine({
    pool: database.pool,
    mirror: createGitMirror({ dataDirectory: join(folder, "data") }),
    processes: createSandboxedProcessRunner(),
    queue,
    orgs: [ORG],
    scratch: join(folder, "scratch"),
    log: (line) => lines.push(line),
  });
  const signIn = async (token: NewToken, org = ORG) => {
    const made = await createToken(database.pool, org, null, token);
    const principal = await engine.authenticate(made.token);
    if (principal === null) throw new Error("A new token is not known");
    return principal;
  };
  const shop = openShop(policy);
  const admin = await signIn({ actor: "root", role: "admin" });
  await engine.addRepository(admin, { path: shop.repo, id: "shop" });
  await engine.start();
  afterAll(async () => {
    await engine.stop();
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
    signIn,
    key: () => randomBytes(8).toString("hex"),
    until: (task, wanted, ms) => until(engine, ana, lines, task, wanted, ms),
  };
}

/** A repository with a policy and a file on its main branch, which nothing has checked out. */
export function openShop(policy: object): Workshop {
  const shop = openWorkshop();
  shop.write("countersign.json", JSON.stringify(policy, null, 2));
  shop.write("readme.md", "# Shop\n");
  shop.commit("Begin");
  shop.git("checkout", "--quiet", "--detach");
  return shop;
}

async function until(
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
