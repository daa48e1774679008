import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type TaskView } from "@countersign/api";
import { allowRoot, type SoloPostgres, startSoloPostgres } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openShop } from "../crash/shop.ts";
import { plainPolicy } from "./plain-policy.ts";

const program = inject("program");
const folder = mkdtempSync(join(tmpdir(), "countersign-roles-"));
const started: ChildProcess[] = [];
let server: SoloPostgres;

beforeAll(async () => {
  await chmod(folder, 0o755);
  server = await startSoloPostgres(folder);
});

afterAll(async () => {
  for (const child of started) await stop(child);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process of one role on the shared database, with its own data directory. */
async function startRole(role: "api" | "worker") {
  const home = join(folder, role);
  await mkdir(home);
  const log = join(home, "server.log");
  const out = openSync(log, "a");
  const child = spawn(process.execPath, [program, "server", "run", "--role", role], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      COUNTERSIGN_DATABASE_URL: server.appUrl,
      COUNTERSIGN_DATABASE_OWNER_URL: server.ownerUrl,
      COUNTERSIGN_DATABASE_WORKER_URL: server.workerUrl,
      COUNTERSIGN_SHARED: join(folder, "shared"),
    },
    stdio: ["ignore", out, out],
  });
  started.push(child);
  const data = join(home, "countersign");
  await until(
    () => readFileSync(log, "utf8").includes('"engine_ready"') || child.exitCode !== null,
  );
  const read = (name: string) => JSON.parse(readFileSync(join(data, name), "utf8"));
  return { child, data, read, log: () => readFileSync(log, "utf8") };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return child.exitCode;
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) await pause(50);
}

/** Registers a repository over an engine's API and submits a branch to it. */
async function submitOver({ data, read }: Awaited<ReturnType<typeof startRole>>) {
  const { url } = read("engine.json");
  const { human, admin } = read("credentials.json");
  const as = (token: string) => createClient({ baseUrl: url, token });
  const shop = openShop(folder, plainPolicy(human.actor));
  await allowRoot(data, shop.path);
  await as(admin.token).addRepository({ body: { path: shop.path, id: "shop" } });
  const agent = await as(admin.token).createToken({
    body: { actor: "codex", role: "author", sponsor: human.actor },
  });
  shop.branch("work", "work.txt", "work\n");
  const author = as(agent.token);
  const { task } = await author.createTask({ key: "open", body: { title: "Work", repo: "shop" } });
  await author.submit({ task, key: "submit", body: { from: { branch: "work" } } });
  return { person: as(human.token), task, shop };
}

const isPlanned = ({ round }: TaskView) => round?.plan != null;

describe("server run --role", () => {
  it("runs the jobs of a process that only answers requests in one that only works", async () => {
    const api = await startRole("api");
    const { person, task, shop } = await submitOver(api);
    await pause(2_000);
    expect(isPlanned(await person.showTask({ task }))).toBe(false);

    const worker = await startRole("worker");
    expect(existsSync(join(worker.data, "engine.json"))).toBe(false);
    expect(existsSync(join(worker.data, "credentials.json"))).toBe(false);
    await until(async () => (await person.showTask({ task })).turn.holder === "person");
    const { round } = await person.showTask({ task });
    const body = { round: round?.number ?? 0, tree: round?.content.tree ?? "" };
    await person.approve({ task, key: "approve", body });
    await until(async () => (await person.showTask({ task })).state === "done");

    expect(shop.git("ls-tree", "--name-only", "main")).toContain("work.txt");
    expect([await stop(api.child), await stop(worker.child)]).toEqual([0, 0]);
  });

  it.each(["api", "worker"])("refuses %s alone on a database of its own", async (role) => {
    const home = join(folder, `${role}-alone`);
    const child = spawn(process.execPath, [program, "server", "run", "--role", role], {
      env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint += chunk.toString("utf8");
    });
    await once(child, "close");

    expect(complaint).toContain(`--role ${role} needs a database that other processes use, too`);
    expect(child.exitCode).not.toBe(0);
    expect(existsSync(join(home, "countersign", "postgres-18"))).toBe(false);
  });
});
