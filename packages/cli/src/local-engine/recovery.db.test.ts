import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rename, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "@countersign/engine";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";
import type { Ended } from "../testing/run-to-end.ts";
import { openSmallDisk, type SmallDisk } from "../testing/small-disk.ts";
import { engineFiles } from "./files/engine-files.ts";
import { readRunFile } from "./files/run-file.ts";
import { stopEngine } from "./stop-engine.ts";

/** 1,000 in `npm run test:deep`, four in the gate. */
const CYCLES = Math.max(4, Math.round(inject("scale") * 100));
/** 100 in `npm run test:deep`, two in the gate. */
const STRANGERS = Math.max(2, Math.round(inject("scale") * 10));
const CYCLE_MS = 60_000;
/** A start time of long ago. */
const OLD = new Date(1_000_000_000_000);

let bench: Bench;
let disk: SmallDisk;
/** The folder that holds the data, by the name that it has now. */
let home = "";
const strangers: ChildProcess[] = [];

beforeAll(async () => {
  bench = await openBench();
  disk = await openSmallDisk(join(bench.directory, "disk"));
  home = join(disk.folder, "home");
});
afterAll(async () => {
  for (const stranger of strangers) stranger.kill("SIGKILL");
  await stopEngine(files());
  disk.remove();
  await bench.close();
});

const files = () => engineFiles(join(home, "countersign"));
const postmasterFile = () => join(files().directory, "postgres-18", "data", "postmaster.pid");
const run = (args: readonly string[], at = home): Promise<Ended> =>
  bench.run(args, { env: { XDG_DATA_HOME: at } });

async function kill(pid: number | undefined): Promise<void> {
  if (pid === undefined || pid <= 1 || !isAlive(pid)) return;
  process.kill(pid, "SIGKILL");
  while (isAlive(pid)) await sleep(10);
}

async function killEngine(): Promise<void> {
  await kill((await readRunFile(files().run))?.pid);
}

async function killDatabase(): Promise<void> {
  const text = await readFile(postmasterFile(), "utf8").catch(() => "");
  await kill(Number.parseInt(text, 10) || undefined);
}

/** Names of the same process as this release and earlier ones wrote them, all of long ago. */
const FORMATS = [
  (pid: number) => `${pid}.1\n`,
  (pid: number) => `${pid} 1\n`,
  (pid: number) => `${pid}.\n`,
  (pid: number) => `${pid}.s1000000000\n`,
];

/** Lets a program that is not ours have the number of the engine, of its starter and of its database. */
async function reuseNumbers(cycle: number): Promise<ChildProcess> {
  const stranger = spawn("/bin/sleep", ["3600"], { stdio: "ignore" });
  strangers.push(stranger);
  const pid = stranger.pid ?? 0;
  const { place, run: runFile, lock } = files();
  await writeFile(place, FORMATS[cycle % FORMATS.length]?.(pid) ?? "");
  await writeFile(lock, String(pid));
  for (const file of [place, lock]) await utimes(file, OLD, OLD);
  const lines = (await readFile(postmasterFile(), "utf8")).split("\n");
  await writeFile(postmasterFile(), [pid, lines[1], "1000000000", ...lines.slice(3)].join("\n"));
  const text = await readFile(runFile, "utf8");
  await writeFile(runFile, text.replace(/"pid": \d+/, `"pid": ${pid}`));
  return stranger;
}

const survives = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

/** What may happen before a start; each answers with how the start is made to succeed. */
const HARMS: Record<string, (cycle: number) => Promise<() => Promise<Ended>>> = {
  "other programs have their numbers": async (cycle) => {
    await killEngine();
    await killDatabase();
    const stranger = await reuseNumbers(cycle);
    return async () => {
      const ended = await run(["server", "up"]);
      expect(survives(stranger)).toBe(true);
      return ended;
    };
  },
  "the folder is reached through a link": async () => {
    const link = join(bench.directory, "link");
    await symlink(home, link);
    await run(["server", "down"]);
    expect(await run(["server", "up"], link)).toMatchObject({ code: 0 });
    await killEngine();
    return async () => {
      const ended = await run(["server", "up"], link);
      await unlink(link);
      return ended;
    };
  },
  "the folder was moved": async (cycle) => {
    await killEngine();
    const moved = join(disk.folder, `home-${cycle}`);
    await rename(home, moved);
    home = moved;
    return () => run(["server", "up"]);
  },
  "the disk is full": async () => {
    await killEngine();
    await killDatabase();
    if (!disk.canBeFilled) return () => run(["server", "up"]);
    const makeRoom = disk.fill();
    const full = await run(["server", "up"]);
    makeRoom();
    if (full.code !== 0) expect(full.err).toContain("The disk is full:");
    return () => run(["server", "up"]);
  },
  "the engine was killed": async () => {
    await killEngine();
    return () => run(["server", "up"]);
  },
  "the engine and its database were killed": async () => {
    await killEngine();
    await killDatabase();
    return () => run(["server", "up"]);
  },
};

it(
  `recovers in ${CYCLES} of ${CYCLES} starts from crashes, moves, links, used numbers and a full disk`,
  async () => {
    expect(await run(["server", "up"])).toMatchObject({ code: 0 });
    const harms = Object.entries(HARMS);
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const [name, harm] = harms[cycle % harms.length] ?? [];
      const start = await harm?.(cycle);
      const { code, err } = (await start?.()) ?? {};
      expect(code, `cycle ${cycle}, ${name}: ${err}`).toBe(0);
    }
  },
  CYCLES * CYCLE_MS,
);

it(
  `leaves ${STRANGERS} of ${STRANGERS} foreign processes with its numbers alone`,
  async () => {
    for (let cycle = 0; cycle < STRANGERS; cycle += 1) {
      await killEngine();
      await killDatabase();
      const stranger = await reuseNumbers(cycle);
      expect(await run(["server", "down"])).toMatchObject({
        code: 0,
        out: "No engine is running.\n",
      });
      expect(await run(["server", "up"])).toMatchObject({ code: 0 });
      expect(survives(stranger)).toBe(true);
      stranger.kill("SIGKILL");
    }
  },
  STRANGERS * CYCLE_MS,
);
