import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Bench, openBench } from "../../../packages/cli/src/testing/bench.ts";
import { runToEnd } from "../../../packages/cli/src/testing/run-to-end.ts";
import { PROGRAMS } from "../agents.ts";
import type { Said } from "../model/said.ts";
import { type Json, waitsForPerson } from "./project.ts";
import { type DayAgent, runSession, type Session, signInAgents } from "./sessions.ts";

/** A developer's machine for a day: one home, one project, several agents in worktrees, and the person. */
export type DayLab = {
  bench: Bench;
  /** What the person typed, in its order. */
  typed: readonly string[];
  /** The person types a line in the project, at a terminal. */
  type(line: string): Promise<string>;
  /** Adds a worktree with a branch of its own, as the person does for an agent. */
  addWorktree(name: string): Promise<string>;
  /** One session of a real agent in a directory. */
  session(agent: DayAgent, directory: string, prompt: string, ...says: Said[]): Promise<Session>;
  /** Where and in which environment an agent's program is started. */
  at(directory: string): { directory: string; env: Readonly<Record<string, string>> };
  /** The data of a command as the test sees it; the person does not type this. */
  read(...args: string[]): Promise<Json>;
  /** The tasks of the project as the test sees them; the person does not type this. */
  tasks(): Promise<Json[]>;
  /** Waits for the task with this title to be as it should be. */
  until(title: string, is: (task: Json) => boolean): Promise<Json>;
  /** The person looks at each task that waits for them, then approves all of them at once. */
  approve(...titles: string[]): Promise<void>;
  close(): Promise<void>;
};

/** The longest that the test waits for one step. */
const STEP_MS = 120_000;

/** `program` is the one to run; left out: the one that was built for the whole run. */
export async function openDayLab(
  files: Readonly<Record<string, string>>,
  program?: string,
): Promise<DayLab> {
  const bench = await openBench(program);
  const bin = await nameProgram(bench);
  await signInAgents(bench.directory);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(bench.repository, path, ".."), { recursive: true });
    await bench.write(path, text);
  }
  await bench.git("config", "user.name", "Ada");
  await bench.git("config", "user.email", "ada@example.com");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  const env = { ...bench.env, PATH: [bin, PROGRAMS, bench.env.PATH].join(delimiter) };
  const typed: string[] = [];
  const type = async (line: string) => {
    typed.push(line);
    const told = await runToEnd("script", ["-qefc", line, "/dev/null"], {
      cwd: bench.repository,
      env,
    });
    if (told.code !== 0) throw new Error(`${line} ended with ${told.code}:\n${told.out}`);
    return told.out;
  };
  const read = async (...args: string[]): Promise<Json> => {
    const { code, out, err } = await bench.run([...args, "--json"]);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}${err}`);
    return JSON.parse(out).data;
  };
  const tasks = async (): Promise<Json[]> => await read("task", "list");
  const until = async (title: string, is: (task: Json) => boolean): Promise<Json> => {
    let found: Json;
    for (const end = Date.now() + STEP_MS; Date.now() < end; await pause(300)) {
      const line = (await tasks()).find((task) => task.title === title);
      found = line === undefined ? undefined : await read("task", "show", line.task);
      if (found !== undefined && is(found)) return found;
    }
    const why = found === undefined ? "" : (await bench.run(["why", found.id])).out;
    throw new Error(`"${title}" did not come so far:\n${why || JSON.stringify(await tasks())}`);
  };
  return {
    bench,
    typed,
    type,
    read,
    tasks,
    at: (directory) => ({ directory, env }),
    async addWorktree(name) {
      const directory = join(bench.directory, `l-${name}`);
      await type(`git worktree add --quiet -b ${name}/work ${directory}`);
      return directory;
    },
    session: (agent, directory, prompt, ...says) =>
      runSession(agent, { directory, env }, prompt, says),
    until,
    async approve(...titles) {
      const ids: string[] = [];
      for (const title of titles) ids.push((await until(title, waitsForPerson)).id);
      for (const id of ids) await type(`countersign diff ${id}`);
      await type(`countersign approve ${ids.join(" ")}`);
    },
    close: () => bench.close(),
  };
}

/** A folder with the program under the name that people type. */
async function nameProgram({ directory, program }: Bench): Promise<string> {
  const bin = join(directory, "bin");
  await mkdir(bin);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`;
  await writeFile(join(bin, "countersign"), script, { mode: 0o755 });
  return bin;
}
