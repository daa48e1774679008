import type { Task } from "@countersign/core";
import { type OpenEngine, openEngine } from "./open-engine.ts";
import { plainPolicy } from "./plain-policy.ts";

type Files = Readonly<Record<string, string>>;

/** An engine, and branches that are built on one another. */
export type StackLab = OpenEngine & {
  /** Commits files on a branch that begins at another one. */
  branch(name: string, files: Files, from?: string): string;
  /** Commits files on top of a branch. */
  amend(name: string, files: Files): string;
  /** Moves what one branch has on top of a commit to another one. */
  rebase(name: string, onto: string, from: string): void;
  /** Submits a branch as a new task, or as the next round of one. */
  handIn(name: string, more?: { task?: string; base?: string }): Promise<string>;
  approve(task: string): Promise<void>;
  /** Waits until the owner is asked. */
  untilAsked(task: string): Promise<Task>;
  untilIn(task: string, state: Task["phase"]["is"]): Promise<Task>;
  /** The paths of the change that the owner is shown. */
  shownPaths(task: string): Promise<string[]>;
};

/** The plain policy: built-in checks, the owner, no grace. `merge` replaces keys of its merge. */
export async function openStack(merge: object = {}, lookMs = 200): Promise<StackLab> {
  const plain = plainPolicy("ana");
  const opened = await openEngine({ ...plain, merge: { ...plain.merge, ...merge } }, { lookMs });
  const { engine, shop, ana, agent, key, until } = opened;
  const commit = (name: string, files: Files, from: string): string => {
    shop.git("checkout", "--quiet", "--detach", from);
    for (const [path, text] of Object.entries(files)) shop.write(path, text);
    const id = shop.commit(`Work on ${name}`);
    shop.git("branch", "--force", name);
    return id;
  };
  const untilAsked = (task: string) =>
    until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
  return {
    ...opened,
    branch: (name, files, from = "main") => commit(name, files, from),
    amend: (name, files) => commit(name, files, name),
    rebase(name, onto, from) {
      shop.git("rebase", "--quiet", "--onto", onto, from, name);
      shop.git("checkout", "--quiet", "--detach", name);
    },
    async handIn(name, { task, base } = {}) {
      const wanted = { title: `Work on ${name}`, repo: "shop" };
      const id = task ?? (await engine.createTask(agent, key(), wanted)).task;
      const from = { branch: name };
      const location = { branch: name, worktree: null };
      const { findings } = await engine.task(ana, id);
      const answers = findings.map(({ id: finding }) => ({
        finding,
        status: "fixed" as const,
        note: "",
      }));
      const work = { from, base, location, signal: "DONE" as const, summary: "", answers };
      await engine.submitWork(agent, key(), { task: id, ...work });
      return id;
    },
    async approve(task) {
      const { round } = await untilAsked(task);
      if (round === null) throw new Error(`${task} has no round`);
      const shown = { round: round.number, tree: round.content.tree };
      await engine.command(ana, key(), task, { type: "approve", ...shown });
    },
    untilAsked,
    untilIn: (task, state) => until(task, ({ phase }) => phase.is === state, 30_000),
    async shownPaths(task) {
      const { files } = await engine.diff(ana, task, {});
      return files.map(({ path }) => path);
    },
  };
}
