import { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

/** These stay for further questions; on a slow machine they may end in between and start again. */
const STAYS: ReadonlySet<string> = new Set(["cat-file", "diff-tree"]);

/** One to take the work in, one to merge it where the target has moved. */
const MAX_PER_TASK = 2;

const TASKS = 3;

const { engine, shop, ana, agent, key, until } = await openEngine();

/** The git commands that our mirror started, in their order. */
const started: string[] = [];

subscribe("child_process", (message) => {
  const child = childOf(message);
  queueMicrotask(() => {
    const command = commandOf(child?.spawnargs ?? []); // known as soon as it was started
    if (command !== null) started.push(command);
  });
});

function childOf(message: unknown): ChildProcess | null {
  const isTold = typeof message === "object" && message !== null && "process" in message;
  return isTold && message.process instanceof ChildProcess ? message.process : null;
}

/** Our mirror names its directory before the command; the git of a test does not. */
function commandOf(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg.startsWith("--git-dir="));
  return at === -1 ? null : (args[at + 1] ?? null);
}

function branch(name: string, from: string): void {
  shop.git("checkout", "--quiet", "--detach", from);
  shop.write(`${name}.txt`, `${name}\n`);
  shop.commit(`Work on ${name}`);
  shop.git("branch", name);
}

async function merge(name: string): Promise<void> {
  const { task: id } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  await engine.submitWork(agent, key(), {
    task: id,
    from: { branch: name },
    signal: "DONE",
    summary: "",
  });
  const { round } = await until(
    id,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  if (round === null) throw new Error("no round");
  const { number, content } = round;
  await engine.command(ana, key(), id, { type: "approve", round: number, tree: content.tree });
  await until(id, ({ phase }) => phase.is === "done");
}

it.each([
  ["begins where the target is", "new", () => "main"],
  ["began before the target moved", "old", () => shop.git("rev-list", "--max-parents=0", "main")],
])(
  "a task that %s, from its creation to its merge, starts few git processes",
  async (_, name, from) => {
    started.length = 0;
    for (let index = 0; index < TASKS; index += 1) {
      branch(`${name}-${index}`, from());
      await merge(`${name}-${index}`);
    }
    const once = started.filter((command) => !STAYS.has(command));

    expect(once.length, started.join(" ")).toBeLessThanOrEqual(MAX_PER_TASK * TASKS);
    expect(started.length - once.length, started.join(" ")).toBeLessThanOrEqual(4 * TASKS);
  },
);
