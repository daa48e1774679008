import { join } from "node:path";
import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const lab = await openEngine({ ...POLICY, trust: { separation: "four_eyes" } });
const { engine, shop, ana, agent, key, signIn } = lab;
const sponsored = await signIn({ actor: "codex", role: "author", sponsor: "ana" });

const worktree = join(shop.folder, "work");
shop.git("worktree", "add", "--quiet", "-b", "work", worktree, "main");
shop.write("../work/job.txt", "1\n");

const location = { branch: "work", worktree };
const work = { from: { worktree }, signal: "DONE", summary: "" } as const;

async function tasks(): Promise<readonly string[]> {
  return (await engine.tasks(ana, {})).items.map(({ title }) => title);
}

it("opens no task for work whose author nobody answers for", async () => {
  const submission = { ...work, repo: "shop", title: "Unsponsored", location };

  await expect(engine.submitWork(agent, key(), submission)).rejects.toMatchObject({
    code: "forbidden",
    message: "The credential of claude names no responsible person.",
  });
  expect(await tasks()).toEqual([]);
  const { task, round } = await engine.submitWork(sponsored, key(), submission);
  expect([round, (await engine.task(ana, task)).title]).toEqual([1, "Unsponsored"]);
});

it.each([
  { said: {}, message: "Name the task, or the repository and the location of the work" },
  { said: { repo: "shop", title: "x" }, message: "Name the task, or the repository" },
  { said: { task: "no id" }, message: "That is not a valid task id" },
])("refuses work without a place with words: $message", async ({ said, message }) => {
  const before = await tasks();

  await expect(engine.submitWork(sponsored, key(), { ...work, ...said })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(message),
  });
  expect(await tasks()).toEqual(before);
});

it("takes a unique beginning of a task's id", async () => {
  const { task } = await engine.createTask(ana, key(), {
    id: "cs-beginning",
    title: "Beginning",
    repo: "shop",
  });
  shop.write("../work/job.txt", "2\n");
  const answer = await engine.submitWork(sponsored, key(), { ...work, task: "cs-begin" });

  expect([answer.task, answer.round]).toEqual([task, 1]);
});

it("submits to the task of a credential, even if the prefix that is named is another task's whole id", async () => {
  const create = (id: string) =>
    engine.createTask(sponsored, key(), { id, title: id, repo: "shop" });
  await create("job");
  await create("job-two");
  const only = await signIn({ actor: "codex", role: "author", sponsor: "ana", task: "job-two" });
  shop.write("../work/job.txt", "2\n");

  const answer = await engine.submitWork(only, key(), { ...work, task: "job" });

  expect(answer.task).toBe("job-two");
  expect((await engine.task(ana, "job")).round).toBeNull();
});
