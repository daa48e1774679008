import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRunFile } from "../../packages/cli/src/local-engine/files/run-file.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type Ended, runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";
import { embeddedBinaries } from "../../packages/engine/src/platform/postgres/binaries.ts";
import { openHiddenProc } from "./hidden-proc.ts";

const execute = promisify(execFile);
const COMMANDS = fileURLToPath(new URL("./limited-commands.ts", import.meta.url));

const { initdb } = await embeddedBinaries(tmpdir());
const hidden = await openHiddenProc(join(dirname(dirname(initdb)), "lib"));
afterAll(async () => {
  await hidden?.remove();
});

type Outcome = { end: unknown; durationMs: number; said: string };

async function runLimited(
  listedBy: "ps" | "nothing",
  ...only: string[]
): Promise<Record<string, Outcome>> {
  const directory = await mkdtemp(join(tmpdir(), "without-proc-"));
  const words = [process.execPath, COMMANDS, directory, ...only];
  const [program = "", ...rest] = hidden?.wrap(words, listedBy) ?? [];
  const { stdout } = await execute(program, rest);
  await rm(directory, { recursive: true });
  const { hasProc, ended } = JSON.parse(stdout);
  expect(hasProc).toBe(false);
  return ended;
}

// Hiding /proc needs the right to mount.
describe.runIf(hidden !== null)("without /proc", () => {
  it("limits hold and nothing is left behind, with processes listed by ps", async () => {
    const ended = await runLimited("ps");

    expect(ended).toMatchObject({
      "takes no notice of SIGTERM": { end: { how: "killed", why: "timeout" } },
      "takes too much memory": { end: { how: "killed", why: "memory" } },
      "starts too many processes": { end: { how: "killed", why: "processes" } },
      "leaves a process of its group that holds its output": {
        end: { how: "exited", code: 0 },
        said: "said\n",
      },
      "leaves a process of another session that holds its output": {
        end: { how: "exited", code: 0 },
        said: "said\n",
      },
    });
    for (const { durationMs } of Object.values(ended)) expect(durationMs).toBeLessThan(15_000);
    expect(await listMarked("sleep 25.1", "ps")).toEqual([]);
    expect(await listMarked("sleep 25.2", "ps")).toEqual([]);
  });

  it("a command and its group end after the grace period where not even ps answers", async () => {
    const ended = await runLimited(
      "nothing",
      "takes no notice of SIGTERM",
      "leaves a process of its group that holds its output",
    );

    const [stubborn, leaving] = Object.values(ended);
    expect(stubborn).toMatchObject({ end: { how: "killed", why: "timeout" } });
    expect(leaving).toMatchObject({ end: { how: "exited", code: 0 }, said: "said\n" });
    for (const { durationMs } of Object.values(ended)) expect(durationMs).toBeLessThan(10_000);
    expect(await listMarked("sleep 25.1", "ps")).toEqual([]);
  });

  describe("the local engine", () => {
    let bench: Bench;
    const strangers: ChildProcess[] = [];
    beforeAll(async () => {
      bench = await openBench();
    });
    afterAll(async () => {
      for (const stranger of strangers) stranger.kill("SIGKILL");
      await server("down");
      await bench.close();
    });

    const server = async (word: string): Promise<Ended> => {
      const words = [process.execPath, bench.program, "server", word];
      const [program = "", ...rest] = hidden?.wrap(words) ?? [];
      return await runToEnd(program, rest, { cwd: bench.repository, env: bench.env });
    };
    const enginePid = async () => (await readRunFile(join(bench.data, "engine.json")))?.pid ?? 0;
    const placeFile = () => join(bench.data, "engine.pid");

    it("is known by its number and its start time, and starts again after a crash", async () => {
      expect(await server("up")).toMatchObject({ code: 0 });
      const first = await enginePid();
      expect(await readFile(placeFile(), "utf8")).toMatch(new RegExp(`^${first}\\.s[0-9]+\n$`));

      process.kill(first, "SIGKILL");
      expect(await server("up")).toMatchObject({ code: 0 });
      expect(await enginePid()).not.toBe(first);
    });

    it("starts and stops beside programs that have its old numbers, and leaves them alone", async () => {
      const stranger = spawn("/bin/sleep", ["600"], { stdio: "ignore" });
      strangers.push(stranger);
      const postmaster = join(bench.data, "postgres-18", "data", "postmaster.pid");
      const lines = (await readFile(postmaster, "utf8")).split("\n");
      process.kill(await enginePid(), "SIGKILL");
      process.kill(Number(lines[0]), "SIGKILL");
      const reuse = async (): Promise<void> => {
        await writeFile(placeFile(), `${stranger.pid}.s1000000000\n`);
        const noted = [stranger.pid, lines[1], "1000000000", ...lines.slice(3)];
        await writeFile(postmaster, noted.join("\n"));
      };

      await reuse();
      expect(await server("down")).toMatchObject({ code: 0, out: "No engine is running.\n" });
      await reuse();
      expect(await server("up")).toMatchObject({ code: 0 });
      const pid = await enginePid();
      expect(await server("down")).toMatchObject({
        code: 0,
        out: `Stopped the engine, process ${pid}.\n`,
      });

      expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
      await expect(readFile(postmaster)).rejects.toThrow("ENOENT");
    });
  });
});
