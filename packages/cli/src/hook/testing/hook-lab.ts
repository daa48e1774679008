import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openStage, type Stage } from "../../testing/stage.ts";
import { runHook } from "../run-hook.ts";

type Line = { task: string; title: string };

/** A repository that is set up, an engine that looks after it, and hosts that call hooks there. */
export type HookLab = {
  stage: Stage;
  asPerson: { COUNTERSIGN_TOKEN: string };
  /** What the host of an agent hears at an event; what is then sent by another process has been sent. */
  hook(event: string, input: object, agent?: string): Promise<string>;
  /** How many pieces of work wait to be sent. */
  waiting(): Promise<number>;
  until<T>(look: () => Promise<T | null>): Promise<T>;
  tasks(): Promise<Line[]>;
  titled(title: string): Promise<Line | undefined>;
};

/** A busy machine may take its time here. */
const ROOMY = { keepMs: 60_000, engineMs: 60_000, mostMs: 120_000 };

/** `checks` are the policy's; left out: those that init finds. */
export async function openHookLab(checks?: readonly object[]): Promise<HookLab> {
  const stage = await openStage();
  const { bench } = stage;
  const scripts = { test: "test ! -e broken.txt" };
  await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
  await commitAll(stage, "Begin");
  await stage.run(["init", "--yes", "--agents", "none"]);
  await stage.run(["config", "set", "merge.graceSeconds", "1"]);
  if (checks !== undefined) await stage.run(["config", "set", "checks", JSON.stringify(checks)]);
  await commitAll(stage, "Add countersign");
  await bench.confirmPolicy();
  const asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  const tasks = async (): Promise<Line[]> => stage.json(["task", "list", "--here"], asPerson);
  return {
    stage,
    asPerson,
    hook: (event, input, agent = "claude-code") => callHook(stage, [agent, event], input),
    waiting: async () => (await readdir(join(bench.data, "spool")).catch(() => [])).length,
    until: (look) => until(stage, look),
    tasks,
    titled: async (wanted) => (await tasks()).find(({ title }) => title === wanted),
  };
}

async function commitAll({ bench }: Stage, message: string): Promise<void> {
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", message);
}

async function callHook(
  { bench }: Stage,
  words: readonly [agent: string, event: string],
  input: object,
): Promise<string> {
  const told = { session_id: "s1", cwd: bench.repository, hook_event_name: words[1], ...input };
  let out = "";
  const sent: Promise<unknown>[] = [];
  await runHook(words, {
    env: bench.env,
    directory: bench.directory,
    read: async () => JSON.stringify(told),
    write: (text) => {
      out += text;
    },
    sendLater: (cwd) => void sent.push(bench.run(["hook", "send"], { cwd })),
    limits: ROOMY,
  });
  await Promise.all(sent);
  return out;
}

async function until<T>({ bench }: Stage, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
    const found = await look();
    if (found !== null) return found;
  }
  const log = await readFile(join(bench.data, "hooks", "hook.log"), "utf8").catch(() => "");
  throw new Error(`It did not come so far\n${log}`);
}
