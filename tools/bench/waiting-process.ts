import { setTimeout as pause } from "node:timers/promises";
import type { EffectQueue } from "../../packages/engine/src/index.ts";
import { cloneName } from "./clone-task.ts";
import { openBenchEngine } from "./open-bench-engine.ts";
import { policyWith, REPO, REVIEWERS } from "./task-life.ts";

/*
 * Runs an engine in its own process: prepares a task that waits for its owner, reports the memory
 * in use, and wakes copies of the task one after another.
 */
const [appUrl = "", ownerUrl = "", workerUrl = "", directory = ""] = process.argv.slice(2);
const begun = new Map<string, () => void>();
const bench = await openBenchEngine({ appUrl, ownerUrl, workerUrl }, directory, {
  policy: policyWith("merge", { modes: { default: "per-task" } }),
  repositories: { [REPO]: 1 },
  around: noticing,
});
const { engine, signIn } = bench;
const ana = await signIn({ actor: "ana", role: "human" });
await engine.start();

/** Reports when the merge of a task begins, without merging. */
function noticing(queue: EffectQueue): EffectQueue {
  return {
    ...queue,
    start: (handler) =>
      queue.start(async (job) => {
        const notice = begun.get(String(job.payload.task));
        if (job.kind !== "merge" || notice === undefined) return handler(job);
        notice();
      }),
  };
}

async function bringToOwner(): Promise<string> {
  const author = await signIn({ actor: "claude", role: "author" });
  const made = await engine.createTask(author, "create", { title: "Limit the rate", repo: REPO });
  const branch = bench.repositories[0]?.branches[0] ?? "";
  await engine.submitWork(author, "submit", {
    task: made.task,
    from: { branch },
    signal: "DONE",
    summary: "Requests are limited per key.",
  });
  for (const actor of REVIEWERS) await answer(made.task, actor);
  while ((await engine.tasks(ana, { turnWho: "ana" })).items.length === 0) await pause(50);
  return made.task;
}

async function answer(task: string, actor: string): Promise<void> {
  const by = await signIn({ actor, role: "reviewer" });
  for (;;) {
    const { round } = await engine.task(by, task);
    if (round?.plan != null) {
      await engine.command(by, `${task}:${actor}`, task, {
        type: "record_verdict",
        of: "round",
        number: round.number,
        tree: round.content.tree,
        requirement: `agent:${actor}`,
        opinion: "approved",
        summary: "Reads well.",
        findings: [],
        costUsd: 0,
        sandboxed: true,
      });
      return;
    }
    await pause(50);
  }
}

/** Measures the memory in use after garbage collection; the system's figure lags behind. */
async function memory(): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc?.();
    await pause(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let woken = 0;

/**
 * Measures the time from the response of the command to the start of its effect; 0 if the effect
 * was first.
 */
async function wake(): Promise<number> {
  woken += 1;
  const task = cloneName(woken);
  const { round } = await engine.task(ana, task);
  const beginning = new Promise<number>((resolve) => {
    begun.set(task, () => resolve(performance.now()));
  });
  const { number = 0, content } = round ?? {};
  await engine.command(ana, `wake:${task}`, task, {
    type: "approve",
    round: number,
    tree: content?.tree ?? "",
  });
  const said = performance.now();
  const began = await beginning;
  await pause(Math.random() * 200);
  return Math.max(0, began - said);
}

const deeds: Readonly<Record<string, () => Promise<number | string>>> = {
  wait: bringToOwner,
  memory,
  wake,
};

process.on("message", (asked) => {
  deeds[String(asked)]?.().then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.once("disconnect", () => {
  engine.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send?.("ready");
