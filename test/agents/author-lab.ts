import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeLauncher } from "../../packages/cli/src/launcher/launcher.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { tell } from "../../packages/cli/src/testing/in-process.ts";
import type { Author } from "./authors.ts";
import type { ModelRequest, Said } from "./model/said.ts";
import { startModelServer } from "./model/start-model-server.ts";

/** A repository that `countersign init` has set up for an agent, and a person beside it. */
export type AuthorLab = {
  bench: Bench;
  /** What a script of the person's own runs; answers with the data. */
  person(...args: string[]): Promise<ReturnType<typeof JSON.parse>>;
  /** Asks until a task is as it should be. */
  until(task: string, is: (view: View) => boolean): Promise<View>;
  /** Makes a worktree on a new branch and answers with its path. */
  worktree(branch: string): Promise<string>;
  /** One session of the real agent in a directory, whose model says these things one after another. */
  session(cwd: string, prompt: string, says: readonly Said[]): Promise<SessionTold>;
  close(): Promise<void>;
};

type View = ReturnType<typeof JSON.parse>;

export type SessionTold = {
  /** What the model was asked, first request first. */
  requests: readonly ModelRequest[];
  /** The events at which the host called our hook. */
  hooks: readonly string[];
};

/** Warns about a greeting that is not polite; a warning lets the work go on to the person. */
const LINT = `
import { existsSync, readFileSync } from "node:fs";
const text = existsSync("greeting.txt") ? readFileSync("greeting.txt", "utf8") : "please";
const message = { ruleId: "polite", severity: 1, message: "Say please", line: 1 };
const filePath = process.cwd() + "/greeting.txt";
const messages = text.includes("please") ? [] : [message];
console.log(JSON.stringify([{ filePath, messages, errorCount: 0 }]));
`;

export async function openAuthorLab(author: Author): Promise<AuthorLab> {
  const bench = await openBench();
  const home = await author.openHome(bench);
  await bench.write("package.json", `${JSON.stringify({ name: "shop" })}\n`);
  await bench.write("lint.mjs", LINT);
  await commitAll(bench, "Begin");
  await run(bench, ["init", "--yes", "--agents", author.id], home);
  await run(bench, ["config", "set", "merge.graceSeconds", "1"]);
  const checks = [{ id: "lint", run: "node lint.mjs", format: "eslint" }];
  await run(bench, ["config", "set", "checks", JSON.stringify(checks)]);
  const log = await listenToHooks(bench);
  await commitAll(bench, "Add countersign");
  await bench.confirmPolicy();
  const asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  const person = async (...args: string[]) =>
    JSON.parse(await run(bench, ["--json", ...args], asPerson)).data;
  return {
    bench,
    person,
    async until(task, is) {
      for (const end = Date.now() + 90_000; Date.now() < end; await pause(200)) {
        const view = await person("task", "show", task);
        if (is(view)) return view;
      }
      throw new Error(`It did not come so far:\n${await run(bench, ["why", task], asPerson)}`);
    },
    async worktree(branch) {
      const path = join(bench.directory, `worktree-${branch}`);
      await bench.git("worktree", "add", "--quiet", "-b", branch, path, "main");
      return path;
    },
    session: (cwd, prompt, says) => runSession({ author, home, log, cwd }, prompt, says),
    close: () => bench.close(),
  };
}

async function commitAll(bench: Bench, message: string): Promise<void> {
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "--no-verify", "-m", message);
}

async function run(bench: Bench, args: readonly string[], env = {}): Promise<string> {
  const { repository: directory, program } = bench;
  const { code, out, err } = await tell(args, {
    directory,
    program,
    env: { ...bench.env, ...env },
  });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${out}${err}`);
  return out;
}

/** Puts an ear between the launcher that `init` named to the host and the program: each call is written down. */
async function listenToHooks(bench: Bench): Promise<string> {
  const log = join(bench.directory, "hooks.txt");
  const ear = join(bench.directory, "ear.mjs");
  await writeFile(log, "");
  await writeFile(
    ear,
    `import { appendFileSync } from "node:fs";
    if (process.argv[2] === "hook")
      appendFileSync(${JSON.stringify(log)}, process.argv[4] + "\\n");
    await import(${JSON.stringify(bench.program)});`,
  );
  await writeLauncher(bench.data, { node: process.execPath, program: ear });
  return log;
}

type Session = {
  author: Author;
  home: Readonly<Record<string, string>>;
  log: string;
  cwd: string;
};

async function runSession(
  { author, home, log, cwd }: Session,
  prompt: string,
  says: readonly Said[],
): Promise<SessionTold> {
  await writeFile(log, "");
  const server = await startModelServer(({ calls }) => ({
    does: "say",
    said: says[calls] ?? { kind: "text", text: "That is all." },
  }));
  try {
    const { command, args, env } = author.session(prompt, server.url);
    const { code, text } = await finish(command, args, { cwd, env: { ...home, ...env } });
    if (code !== 0) throw new Error(`${author.name} ended with ${code}:\n${text}`);
    const hooks = (await readFile(log, "utf8")).split("\n").filter((event) => event !== "");
    return { requests: server.requests, hooks };
  } finally {
    await server.close();
  }
}

type Ended = { code: number | null; text: string };

function finish(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const child = spawn(command, args, { ...options, stdio: [...stdio], timeout: 120_000 });
    let text = "";
    const take = (chunk: Buffer) => {
      text += chunk;
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}
