import type { Task } from "@countersign/core";
import type { Mirror } from "@countersign/engine";
import { type OpenEngine, openEngine, POLICY } from "./open-engine.ts";

/** Files of a branch. Null deletes one. */
export type BranchFiles = Readonly<Record<string, string | null>>;

/** A library that is used must exist: a change that deletes one and a change that uses it break each other. */
const USES = 'for use in uses/*; do test -e "lib/$(basename "$use")" || exit 1; done';

/** An engine that counts checks and moves of the target, and lets many tasks become ready at the same moment. */
export type TrainLab = OpenEngine & {
  /** Commits of the target, in the order in which the engine moved it there. */
  tips: readonly string[];
  /** How many trees the engine checked out, which it does once for each check. */
  checks(): number;
  /** Opens a task for a branch off the first commit, and submits it. */
  submitFiles(name: string, files: BranchFiles): Promise<string>;
  approve(task: string): Promise<void>;
  /**
   * Approves all tasks while another merge occupies the repository, so that they are ready together. `beforeMove` runs
   * when their first move is announced and its objects are copied.
   */
  approveTogether(tasks: readonly string[], beforeMove?: () => Promise<void>): Promise<void>;
};

export async function openTrainLab(merge: object = {}): Promise<TrainLab> {
  const tips: string[] = [];
  let checks = 0;
  let next: () => Promise<void> = async () => undefined;
  const wrapMirror = (mirror: Mirror): Mirror => ({
    ...mirror,
    async copyOut(...args) {
      await mirror.copyOut(...args);
      const act = next;
      next = async () => undefined;
      await act();
    },
    async checkout(...args) {
      checks += 1;
      return await mirror.checkout(...args);
    },
    async moveTarget(repository, move) {
      const moved = await mirror.moveTarget(repository, move);
      if (moved.outcome === "moved" && tips.at(-1) !== move.next) tips.push(move.next);
      return moved;
    },
  });
  const policy = {
    ...POLICY,
    checks: [{ id: "uses", run: USES, timeout: "1m" }],
    merge: { graceSeconds: 0, ...merge },
  };
  const opened = await openEngine(policy, { wrapMirror });
  const { engine, shop, ana, agent, key, until } = opened;
  const submitFiles = async (name: string, files: BranchFiles): Promise<string> => {
    const changes = Object.entries(files).map(([path, text]) =>
      text === null
        ? `D ${path}`
        : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
    );
    const head = ["committer Ada <ada@acme.test> 1700000000 +0000", "data 4\nwork"];
    const commit = [`commit refs/heads/${name}`, ...head, "from refs/heads/base", ...changes];
    shop.feed(`${commit.join("\n")}\n`, "fast-import", "--quiet", "--force");
    const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
    const from = { branch: name };
    await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "" });
    return task;
  };
  const approve = async (task: string): Promise<void> => {
    const { round } = await until(task, isAsked, 600_000);
    if (round === null) throw new Error(`${task} has no round`);
    const { number, content } = round;
    await engine.command(ana, key(), task, { type: "approve", round: number, tree: content.tree });
  };
  return {
    ...opened,
    tips,
    checks: () => checks,
    submitFiles,
    approve,
    async approveTogether(tasks, beforeMove = async () => undefined) {
      const gate = Promise.withResolvers<void>();
      const blocker = await submitFiles(`gate-${key()}`, { [`gate/${key()}.txt`]: "x\n" });
      const waiting = new Promise<void>((resolve) => {
        next = async () => {
          resolve();
          await gate.promise;
        };
      });
      await approve(blocker);
      await waiting;
      for (const task of tasks) await until(task, isAsked, 600_000);
      checks = 0;
      await Promise.all(tasks.map(approve));
      next = beforeMove;
      gate.resolve();
      await until(blocker, ({ phase }) => phase.is === "done");
    },
  };
}

function isAsked({ phase }: Task): boolean {
  return phase.is === "reviewing" && phase.person !== null;
}
