import { execFileSync, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { lstatSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, inject, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../database/open-database.ts";
import { openTemporary } from "../../testing/run-server.ts";
import { isAlive, processStartedMs } from "../processes/process-identity.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isRoot, serverUser } from "./server-user.ts";
import { readAccess } from "./solo-access.ts";
import { clusterDirectory } from "./solo-cluster.ts";
import { startSoloPostgres } from "./solo-postgres.ts";

const home = await openTemporary();
const cluster = clusterDirectory(home);

afterAll(async () => {
  await (await startSoloPostgres(home)).stop();
  await rm(home, { recursive: true, force: true });
});

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function pidOf(): Promise<number> {
  return (await readPostmasterFile(cluster))?.pid ?? 0;
}

/** Waits until a process is gone. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it("makes one cluster for two that start at once, closed to other users, and keeps what is in it", async () => {
  const both = await Promise.all([startSoloPostgres(home), startSoloPostgres(home)]);
  const [first, second] = both;
  await ask(first.ownerUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  await second.stop();
  const again = await startSoloPostgres(home);

  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(again).toMatchObject({ attached: false, ownerUrl: first.ownerUrl });
  expect(await ask(again.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  expect((await stat(join(cluster, "access.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(cluster, "data"))).mode & 0o777).toBe(0o700);
  await again.stop();
});

it("attaches to the server that a killed process left behind", async () => {
  const source = new URL("./solo-postgres.ts", import.meta.url).href;
  const script = `
    const { startSoloPostgres } = await import(${JSON.stringify(source)});
    await startSoloPostgres(${JSON.stringify(home)});
    console.log("ready");
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const pid = await pidOf();
  child.kill("SIGKILL");
  await once(child, "exit");

  const server = await startSoloPostgres(home);

  expect(server.attached).toBe(true);
  expect(await pidOf()).toBe(pid);
  expect(await ask(server.appUrl, "SELECT current_user")).toEqual([
    { current_user: "countersign" },
  ]);
  await server.stop();
  await gone(pid);
});

it("starts again over what a killed server left behind", async () => {
  await startSoloPostgres(home);
  const pid = await pidOf();
  process.kill(pid, "SIGKILL");
  await gone(pid);

  const server = await startSoloPostgres(home);

  expect(server.attached).toBe(false);
  expect(await ask(server.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await server.stop();
});

it("takes another port when a stranger sits on its own, and remembers it", async () => {
  const { port } = await readAccess(cluster);
  const stranger = createServer().listen(port, "127.0.0.1");
  await once(stranger, "listening");

  const server = await startSoloPostgres(home);
  stranger.close();

  expect((await readAccess(cluster)).port).not.toBe(port);
  expect(new URL(server.ownerUrl).port).toBe(String((await readAccess(cluster)).port));
  expect(await ask(server.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await server.stop();
});

/** Writes what a server would have left that had this process and port. */
async function leaveFile(pid: number, port: number, startedMs: number): Promise<void> {
  const lines = [pid, join(cluster, "data"), Math.floor(startedMs / 1_000), port, ""];
  await writeFile(join(cluster, "data", "postmaster.pid"), lines.join("\n"));
}

it("neither uses nor stops a server that is not its own", async () => {
  const strange = new URL(inject("postgres").ownerUrl);
  await leaveFile(process.pid, Number(strange.port), processStartedMs(process.pid) ?? 0);

  await expect(startSoloPostgres(home)).rejects.toThrow("does not respond as our Postgres");
  expect(await ask(strange.href, "SELECT 1 AS alive")).toEqual([{ alive: 1 }]);
  await rm(join(cluster, "data", "postmaster.pid"));
});

it("starts although another program got the number of a server that died, and leaves it alone", async () => {
  const stranger = spawn("/bin/sleep", ["600"]);
  const { port } = await readAccess(cluster);
  await leaveFile(stranger.pid ?? 0, port, Date.now() - 3_600_000);

  const begin = Date.now();
  const server = await startSoloPostgres(home);

  expect(server.attached).toBe(false);
  expect(Date.now() - begin).toBeLessThan(14_000);
  expect(await ask(server.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await server.stop();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill();
});

it("starts although a server that died keeps its number, because no parent asked how it ended", async () => {
  const script = "/bin/true & echo $!; exec /bin/sleep 600";
  const parent = spawn("/bin/sh", ["-c", script], { cwd: "/", ...(await serverUser()) });
  const [number] = await once(parent.stdout, "data");
  await vi.waitFor(() => expect(isAlive(Number(number))).toBe(false));
  const { port } = await readAccess(cluster);
  await leaveFile(Number(number), port, Date.now());

  const server = await startSoloPostgres(home);

  expect(await ask(server.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await server.stop();
  parent.kill();
});

it("finds and stops its server behind a link, and after the folder was moved", async () => {
  const link = `${home}-link`;
  const moved = `${home}-moved`;
  await symlink(home, link);
  const first = await startSoloPostgres(link);
  const second = await startSoloPostgres(link);
  expect([first.attached, second.attached]).toEqual([false, true]);
  await rename(home, moved);
  try {
    const third = await startSoloPostgres(moved);
    expect(third.attached).toBe(true);
    expect(await ask(third.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    const left = await readPostmasterFile(clusterDirectory(moved));
    await third.stop();
    await gone(left?.pid ?? 0);
  } finally {
    await rename(moved, home);
    await rm(link);
  }
});

const PEER = "SELECT inet_server_addr() IS NULL AS socket";

it("is reached over a socket that other users cannot open", async () => {
  const server = await startSoloPostgres(home);
  for (const url of [server.ownerUrl, server.appUrl, server.workerUrl])
    expect(await ask(url, PEER)).toEqual([{ socket: true }]);
  expect((await stat(join(cluster, "socket"))).mode & 0o077).toBe(0);
});

it("is reached over TCP if its path is too long for a socket, also if it was moved there after a crash", async () => {
  const folder = await openTemporary();
  const long = join(folder, "a".repeat(90));
  const first = await startSoloPostgres(join(folder, "short"));
  expect(await ask(first.appUrl, PEER)).toEqual([{ socket: true }]);
  const { pid = 0 } = (await readPostmasterFile(clusterDirectory(join(folder, "short")))) ?? {};
  process.kill(pid, "SIGKILL");
  await gone(pid);
  await rename(join(folder, "short"), long);

  const server = await startSoloPostgres(long);
  expect(await ask(server.appUrl, PEER)).toEqual([{ socket: false }]);
  await server.stop();
  await rm(folder, { recursive: true });
});

it("does not take the server of the original for the server of a copy", async () => {
  const original = await startSoloPostgres(home);
  const copy = await openTemporary();
  const filter = (path: string) => !lstatSync(path).isSocket();
  await cp(home, copy, { recursive: true, preserveTimestamps: true, filter });
  const data = join(clusterDirectory(copy), "data");
  if (isRoot()) execFileSync("chown", ["-R", "--reference", join(cluster, "data"), data]);

  const own = await startSoloPostgres(copy);

  expect(own.attached).toBe(false);
  expect(own.ownerUrl).not.toBe(original.ownerUrl);
  await own.stop();
  expect(await ask(original.ownerUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await original.stop();
  await rm(copy, { recursive: true });
});

it("opens migrated and fenced, as the application", async () => {
  const database = await openDatabase({ dataDirectory: home });

  const { rows } = await database.pool.query("SELECT current_user AS login");
  const queued = await ask(database.workerUrl ?? "", "SELECT FROM countersign_queue.jobs");
  const tasks = ask(database.workerUrl ?? "", "SELECT FROM countersign.tasks");
  await expect(tasks).rejects.toThrow("permission denied");
  await database.close();

  expect(rows).toEqual([{ login: "countersign" }]);
  expect(queued).toEqual([]);
  expect(await readFile(join(cluster, "data", "server.log"), "utf8")).toContain("shut down");
});

it("opens although the server that it found ends before it is connected", async () => {
  let kills = 0;
  const killOnce = (name: unknown): void => {
    if (name !== "solo.running" || kills > 0) return;
    kills += 1;
    const [pid] = readFileSync(join(cluster, "data", "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGKILL");
  };
  subscribe("countersign.boundary", killOnce);
  onTestFinished(() => void unsubscribe("countersign.boundary", killOnce));
  const database = await openDatabase({ dataDirectory: home });
  const { rows } = await database.pool.query("SELECT 1 AS one");
  await database.close();

  expect([kills, rows]).toEqual([1, [{ one: 1 }]]);
});

it.runIf(isRoot())("says which parent is closed to the server's user", async () => {
  const closed = join(home, "closed");
  await mkdir(closed, { mode: 0o700 });

  await expect(startSoloPostgres(join(closed, "data"))).rejects.toThrow(
    `The user postgres cannot access ${closed}`,
  );
});

it.runIf(isRoot())("starts in a data directory that a command created for root alone", async () => {
  const data = join(home, "gate-first");
  await mkdir(data, { mode: 0o700 });

  const server = await startSoloPostgres(data);
  await server.stop();
  expect((await stat(data)).mode & 0o777).toBe(0o701);
});
