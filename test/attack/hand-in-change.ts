import type { Round } from "@countersign/core";
import type { OpenEngine } from "../engine/open-engine.ts";

/** A task whose round waits for its owner. */
export type WaitingTask = { task: string; round: Round };

/** Commits one file on a branch of its own, submits it as a task and waits until its owner is asked. */
export async function handInChange(
  { engine, shop, agent, key, until }: OpenEngine,
  branch: string,
  content: string,
): Promise<WaitingTask> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${branch}.txt`, content);
  shop.commit(`Work on ${branch}`);
  shop.git("branch", "--force", branch);
  shop.git("checkout", "--quiet", "main");
  const { task } = await engine.createTask(agent, key(), { title: "Harmless", repo: "shop" });
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  if (round === null) throw new Error(`${task} has no round`);
  return { task, round };
}

/** Waits until the engine has stopped the repository's merges, and answers with the reason and its detail. */
export async function untilHeld({ engine, ana }: OpenEngine, repo = "shop"): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const line = (await engine.repositories(ana)).find(({ id }) => id === repo);
    if (line?.hold) return `${line.hold.why}: ${line.hold.detail}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "not held";
}
