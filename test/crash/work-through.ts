import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, type Client, type TaskView, toShown } from "@countersign/api";
import type { EngineLives } from "./engine-lives.ts";
import type { Shop } from "./shop.ts";

export type Tokens = { human: string; agent: string; admin: string };

/** What was acknowledged, under which key, and how each task shall end. */
export type Ledger = {
  acknowledged: { key: string; answer: Answer }[];
  ends: Map<string, "done" | "rejected">;
  /** The files that the target must hold in the end, and nothing else. */
  files: Map<string, string>;
};

const LOOK_MS = 120;

/** One task from its opening to its end, its words repeated under the same key until they are heard. */
export async function workThrough(
  lives: EngineLives,
  shop: Shop,
  { human, agent }: Tokens,
  ledger: Ledger,
  number: number,
): Promise<void> {
  const name = `work-${number}`;
  const say = async (
    token: string,
    what: string,
    ask: (client: Client, key: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const key = `${name}-${what}`;
    const answer = await lives.answered(token, (client) => ask(client, key));
    ledger.acknowledged.push({ key, answer });
    return answer;
  };
  const storyOf = async (task: string): Promise<string> => {
    const log = await lives.answered(human, (client) => client.readLog({ task }));
    const merging = log.items.filter(({ event }) => event.type.startsWith("merge"));
    return `${task} is held: ${JSON.stringify(merging)}`;
  };
  const until = async (task: string, wanted: (view: TaskView) => boolean): Promise<TaskView> => {
    for (;;) {
      const view = await lives.answered(human, (client) => client.showTask({ task }));
      if (wanted(view)) return view;
      if (view.state === "held") throw new Error(await storyOf(task));
      await pause(LOOK_MS);
    }
  };
  const file = KINDS[number % KINDS.length] === "conflict" ? "shared.txt" : `work/${name}.txt`;
  const kind = KINDS[number % KINDS.length] ?? "plain";
  const again = `${name}-again.txt`;
  const text = `by ${name}\n`;
  shop.branch(name, file, text);
  const from = kind === "redo" ? { worktree: shop.worktree(name) } : { branch: name };
  const opened = await say(agent, "open", (client, key) =>
    client.createTask({ key, body: { title: name, repo: "shop" } }),
  );
  const { task } = opened;
  await say(agent, "submit", (client, key) => client.submit({ task, key, body: { from } }));
  const approve = async (what: string): Promise<void> => {
    const { round } = await until(task, isForPerson);
    if (round === null) throw new Error(`${task} has no round`);
    const body = { round: round.number, tree: round.content.tree };
    await say(human, what, (client, key) => client.approve({ task, key, body }));
  };
  const reject = async (): Promise<void> => {
    ledger.ends.set(task, "rejected");
    const shown = toShown(await until(task, () => true));
    const body = { ...shown, reason: "not wanted" };
    await say(human, "reject", (client, key) => client.reject({ task, key, body }));
  };
  if (kind === "rejected") {
    await until(task, isForPerson);
    await reject();
    return;
  }
  if (kind === "redo" && "worktree" in from) {
    const shown = toShown(await until(task, isForPerson));
    const body = { ...shown, customFeedback: "Begin again", option: "fresh" as const };
    await say(human, "redo", (client, key) => client.redo({ task, key, body }));
    while (existsSync(join(from.worktree, file))) await pause(LOOK_MS);
    writeFileSync(join(from.worktree, again), text);
    await say(agent, "again", (client, key) => client.submit({ task, key, body: { from } }));
  }
  await approve("approve");
  const { state } = await until(task, (view) => view.state === "done" || view.state === "rework");
  if (state === "rework") {
    await reject();
    return;
  }
  ledger.ends.set(task, "done");
  ledger.files.set(kind === "redo" ? again : file, text);
  // The engine may be updating the worktree, which is another moment to be interrupted in.
  if (kind === "redo" && "worktree" in from)
    rmSync(from.worktree, { recursive: true, maxRetries: 20, retryDelay: 100 });
}

const KINDS = ["plain", "plain", "redo", "plain", "rejected", "plain", "conflict", "redo"] as const;

function isForPerson({ state, turn }: TaskView): boolean {
  return state === "reviewing" && turn.holder === "person";
}
