import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";
import { submitFile } from "./submit-file.ts";

/** No person is asked, so that each task goes straight to its merge. */
const QUIET = { ...POLICY, checks: [], modes: { default: "skip", floor: "skip" } };
const lab = await openEngine(QUIET, { watchMs: 100, lookMs: 300 });
const { engine, shop, ana, agent, key, until } = lab;

async function mergeFile(path: string, text: string): Promise<string> {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await submitFile(lab, task, { path, text });
  await until(task, ({ phase }) => phase.is === "done");
  return task;
}

/** Returns the outcomes of a task, in alphabetical order. */
async function outcomesOf(task: string): Promise<string[]> {
  const { rows } = await lab.database.owner.query<{ outcome: string }>(
    "SELECT outcome FROM countersign.merge_outcomes WHERE task_id = $1 ORDER BY outcome",
    [task],
  );
  return rows.map(({ outcome }) => outcome);
}

describe("merged work", () => {
  it("is counted as reverted or corrected if a later merge does so, and left alone otherwise", async () => {
    const kept = await mergeFile("kept.txt", "one\n");
    const fixed = await mergeFile("price.txt", "net\ntax = 1\n");
    const reverted = await mergeFile("cart.txt", "sum\n");
    const fix = await mergeFile("price.txt", "net\ntax = 19\n");
    shop.git("checkout", "--quiet", "--detach", "main");
    shop.git("rm", "--quiet", "cart.txt");
    shop.commit("Remove the cart");
    shop.git("branch", "--force", "removal");
    const { task: removal } = await engine.createTask(agent, key(), {
      ...{ title: "Remove the cart", repo: "shop" },
    });
    const from = { branch: "removal" };
    await engine.submitWork(agent, key(), { task: removal, from, signal: "DONE", summary: "" });
    await until(removal, ({ phase }) => phase.is === "done");

    await expect.poll(() => outcomesOf(reverted), { timeout: 20_000 }).toEqual(["reverted"]);
    await expect.poll(() => outcomesOf(fixed), { timeout: 20_000 }).toEqual(["hotfix"]);
    for (const task of [kept, fix, removal]) expect(await outcomesOf(task)).toEqual([]);
  });

  it("is counted as reopened once if its task is opened again, and shown in the metrics", async () => {
    const task = await mergeFile("later.txt", "one\n");
    const { round } = await engine.task(ana, task);
    const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
    await engine.command(ana, key(), task, { type: "reopen", ...shown });
    await expect.poll(() => outcomesOf(task), { timeout: 20_000 }).toEqual(["reopened"]);

    const metrics = await engine.metrics(ana);
    for (const outcome of ["reverted", "hotfix", "reopened"])
      expect(metrics).toContain(`countersign_merge_outcomes{outcome="${outcome}"} 1\n`);
  });
});
