import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const { engine, shop, folder, ana, agent, key, until } = await openEngine({
  ...POLICY,
  limits: { lease: "4s" },
});

type Option = "fresh" | "keep" | "checkpoint";
type Priority = "same" | "bump" | "lower";

/** Submits a file from a worktree of its own, and has it sent back. */
async function sentBack(name: string, option: Option, priority: Priority = "same") {
  const worktree = join(shop.folder, name);
  shop.git("worktree", "add", "--quiet", worktree, "-b", name, "main");
  shop.write(`../${name}/${name}.txt`, "1\n");
  const { task } = await engine.createTask(agent, key(), { title: name, repo: "shop" });
  await submitAndRedo(task, worktree, option, priority);
  return { task, worktree };
}

async function submitAndRedo(
  task: string,
  worktree: string,
  option: Option,
  priority: Priority = "same",
): Promise<void> {
  const from = { worktree };
  await engine.submitWork(agent, key(), { task, from, signal: "DONE", summary: "done" });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === "ana",
  );
  await engine.command(ana, key(), task, {
    type: "redo",
    round: round?.number ?? 0,
    tree: round?.content.tree ?? "",
    quickIssues: [],
    customFeedback: "Again",
    option,
    priority,
  });
}

async function soon(isThere: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50))
    if (isThere()) return true;
  return false;
}

it("resets the worktree of a redo that begins anew", async () => {
  const { worktree } = await sentBack("anew", "fresh");

  expect(await soon(() => !existsSync(join(worktree, "anew.txt")))).toBe(true);
});

it("keeps the changes of a redo, or goes back to the round before, or to before the task [R-162]", async () => {
  const { task, worktree } = await sentBack("back", "keep");
  const text = () => readFileSync(join(worktree, "back.txt"), "utf8");
  expect(text()).toBe("1\n");
  shop.write("../back/back.txt", "2\n");
  await submitAndRedo(task, worktree, "checkpoint");
  expect(await soon(() => text() === "1\n")).toBe(true);
  shop.write("../back/back.txt", "3\n");
  await submitAndRedo(task, worktree, "fresh");
  expect(await soon(() => !existsSync(join(worktree, "back.txt")))).toBe(true);
});

it("keeps, raises or lowers the priority of a redo [R-163]", async () => {
  const priorityAfter = async (change: Priority) =>
    (await engine.task(ana, (await sentBack(change, "keep", change)).task)).priority;

  expect(await priorityAfter("same")).toBe("P1");
  expect(await priorityAfter("bump")).toBe("P0");
  expect(await priorityAfter("lower")).toBe("P2");
});

it("frees a task whose lease has ended, and keeps what is in the worktree as a checkpoint", async () => {
  const { task, worktree } = await sentBack("lost", "keep");
  const location = { branch: "lost", worktree };
  await engine.command(agent, key(), task, { type: "claim", location });
  shop.write("../lost/more.txt", "2\n");
  await until(task, ({ phase }) => phase.is === "open");
  const kept = () =>
    readdirSync(join(folder, "data"), { recursive: true, encoding: "utf8" }).some((path) =>
      path.endsWith(`${task}/round-1`),
    );

  expect(await soon(kept)).toBe(true);
});
