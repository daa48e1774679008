import { toShown } from "@countersign/core";
import { expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key, until } = await openEngine();

/** Submits these files and waits for the owner's turn. */
async function submitFiles(task: string, files: Record<string, string>): Promise<void> {
  shop.git("checkout", "--quiet", "--detach", "main");
  for (const [path, text] of Object.entries(files)) shop.write(path, text);
  shop.commit("Work");
  shop.git("branch", "--force", "work");
  const from = { branch: "work" };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "done" });
  await until(task, ({ phase }) => phase.is === "reviewing" && phase.person === "ana");
}

it("lists the files of a change with their facts, and the rounds with their outcome", async () => {
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  await submitFiles(task, { "src/a.ts": "one\n", "dist/b.min.js": "x\n" });

  const first = await engine.changeFiles(ana, task, {});
  expect(first).toMatchObject({
    round: 1,
    upstream: "none",
    files: [
      { path: "dist/b.min.js", what: "added", linesAdded: 1, linesDeleted: 0, isGenerated: true },
      { path: "src/a.ts", what: "added", linesAdded: 1, linesDeleted: 0, isGenerated: false },
    ],
  });

  await engine.command(ana, key(), task, {
    type: "redo",
    ...toShown(await engine.task(ana, task)),
    quickIssues: [],
    customFeedback: "again",
    option: "keep",
    priority: "same",
  });
  await until(task, ({ phase }) => phase.is === "rework");
  await submitFiles(task, { "src/a.ts": "two\n", "dist/b.min.js": "x\n" });

  const second = await engine.changeFiles(ana, task, {});
  const digests = [first, second].map(({ files }) => files.map(({ digest }) => digest));
  expect(digests[1]?.[0]).toBe(digests[0]?.[0]);
  expect(digests[1]?.[1]).not.toBe(digests[0]?.[1]);
  expect((await engine.changeFiles(ana, task, { since: 1 })).files).toMatchObject([
    { path: "src/a.ts", what: "modified", linesAdded: 1, linesDeleted: 1 },
  ]);
  const { files } = await engine.diff(ana, task, { files: ["src/a.ts"], context: 0 });
  expect(files.map(({ path }) => path)).toEqual(["src/a.ts"]);

  const rounds = await engine.rounds(ana, task);
  expect(rounds).toMatchObject([
    { number: 1, files: 2, linesAdded: 2, decisions: [{ by: "ana", decision: "redo" }] },
    { number: 2, files: 2, linesAdded: 2, decisions: [], isMerged: false },
  ]);
  expect(rounds[1]?.tree).toBe((await engine.task(ana, task)).round?.content.tree);
  const [line] = (await engine.tasks(ana, { task })).items;
  expect(line).toMatchObject({ round: 2, tree: rounds[1]?.tree, sentBackBy: ["ana"], files: 2 });
});

it("says that a task has no file before the first submission", async () => {
  const { task } = await engine.createTask(agent, key(), { title: "Later", repo: "shop" });
  await expect(engine.changeFiles(ana, task, {})).rejects.toMatchObject({ code: "not_found" });
  expect(await engine.rounds(ana, task)).toEqual([]);
  await expect(engine.rounds(ana, "cs-none")).rejects.toMatchObject({ code: "not_found" });
});
