import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createClient, type TaskView } from "@countersign/api";
import { inject } from "vitest";
import { engineFiles } from "../local-engine/files/engine-files.ts";
import { stopEngine } from "../local-engine/stop-engine.ts";
import { type Ended, LONGEST_MS, runToEnd } from "./run-to-end.ts";

const execute = promisify(execFile);

/** A scratch machine for the real program: a home, a data directory and a repository of its own. */
export type Bench = {
  directory: string;
  repository: string;
  data: string;
  /** The program that is run, and what surrounds it. */
  program: string;
  env: Readonly<Record<string, string>>;
  /** Runs the program in the repository, without a terminal. */
  run(args: readonly string[], more?: RunOptions): Promise<Ended>;
  /** Starts the program and leaves the rest to the caller. */
  start(args: readonly string[], more?: Pick<RunOptions, "env">): ChildProcess;
  /** Types a line at a terminal, beside the repository. */
  type(line: string): Promise<Ended>;
  git(...args: string[]): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** The person's own token, for what a script of theirs would do. */
  humanToken(): Promise<string>;
  /** Waits until a task is as it should be. Asks the engine itself, so the program has shown nothing to the person. */
  until(task: string, isThere: (view: TaskView) => boolean): Promise<TaskView>;
  /** Confirms the first policy on main as the person. */
  confirmPolicy(): Promise<void>;
  /** Stops the engine and removes everything. */
  close(): Promise<void>;
};

type RunOptions = {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  input?: string;
};

/** `program` is the one to run; left out: the one that was built for the whole run. */
export async function openBench(program = inject("program")): Promise<Bench> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "countersign-cli-")));
  await chmod(directory, 0o755); // the database's own user passes here when root runs the tests
  const repository = join(directory, "shop");
  const data = join(directory, "data", "countersign");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: directory,
    XDG_DATA_HOME: join(directory, "data"),
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  await mkdir(repository);
  const git = async (...args: string[]) => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    return (await execute("git", [...who, ...args], { cwd: repository, env })).stdout;
  };
  await git("init", "--quiet", "--initial-branch=main");
  const bench: Bench = {
    directory,
    repository,
    data,
    program,
    env,
    git,
    run: (args, more = {}) =>
      runToEnd(process.execPath, [program, ...args], {
        cwd: repository,
        ...more,
        env: { ...env, ...more.env },
      }),
    start: (args, more = {}) =>
      spawn(process.execPath, [program, ...args], {
        cwd: repository,
        env: { ...env, ...more.env },
        timeout: LONGEST_MS,
      }),
    type: (line) => runToEnd("script", ["-qefc", line, "/dev/null"], { cwd: directory, env }),
    write: (path, text) => writeFile(join(repository, path), text),
    async humanToken() {
      const text = await readFile(join(data, "credentials.json"), "utf8");
      return JSON.parse(text).human.token;
    },
    async until(task, isThere) {
      const { url } = JSON.parse(await readFile(engineFiles(data).run, "utf8"));
      const client = createClient({ baseUrl: url, token: await bench.humanToken() });
      for (const end = Date.now() + LONGEST_MS; Date.now() < end; await sleep(50)) {
        const view = await client.showTask({ task });
        if (isThere(view)) return view;
      }
      throw new Error(`${task} did not get there`);
    },
    async confirmPolicy() {
      const asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
      const tip = (await git("rev-parse", "main")).trim();
      const args = ["repo", "release", "--tip", tip, "--reason", "My first policy"];
      const { code, out, err } = await bench.run(args, { env: asPerson });
      if (code !== 0) throw new Error(`The policy was not confirmed (${code}):\n${out}${err}`);
    },
    async close() {
      await stopEngine(engineFiles(data));
      await rm(directory, { recursive: true, force: true });
    },
  };
  return bench;
}
