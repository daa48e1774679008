import { expect, it } from "vitest";
import { openEngine } from "./open-engine.ts";

const { engine, shop, ana, agent, key } = await openEngine();

const HERE = { branch: "work", worktree: shop.repo };

async function openTask(title: string): Promise<string> {
  return (await engine.createTask(ana, key(), { title, repo: "shop" })).task;
}

const accept = (task: string, location = HERE) =>
  engine.command(agent, key(), task, { type: "claim", location });

it("an agent does not accept a second task where it works on another one", async () => {
  const [first, second] = [await openTask("Job 1"), await openTask("Job 2")];
  await accept(first);

  await expect(accept(second)).rejects.toMatchObject({
    code: "wrong_state",
    message: `claude already works on ${first} in ${shop.repo} (branch work)`,
    hint: `Submit ${first} first, or take ${second} in another worktree`,
  });
  shop.git("checkout", "--quiet", "-B", "work", "main");
  shop.write("job-1.txt", "1\n");
  const work = { from: { worktree: shop.repo }, signal: "DONE", summary: "" } as const;
  const answer = await engine.submitWork(agent, key(), {
    ...work,
    repo: "shop",
    title: "x",
    location: HERE,
  });
  expect(answer.task).toBe(first);

  await accept(second, { branch: "other", worktree: `${shop.repo}-other` });
  await accept(first).catch(() => undefined);
  expect((await engine.task(ana, second)).phase.is).toBe("in_progress");
});
