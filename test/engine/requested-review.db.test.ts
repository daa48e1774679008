import { type Task, toShown } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const agent = (id: string) => ({
  id,
  name: id,
  kind: "agent",
  adapter: "claude",
  retries: 0,
  timeout: "60s",
  description: "For a test",
});

const policy = {
  ...POLICY,
  checks: [],
  limits: { costUsdPerTask: 0.015, costUsdPerReview: 1 },
  reviewers: [agent("extra"), agent("another"), agent("third")],
};

const runner = createChildRunner(
  ({ reviewer: { id } }) =>
    id === "another" ? 'say({ verdict: "concerns", summary: "Look again" });' : "say({});",
  { inputTokens: 100, outputTokens: 10, costUsd: 0.01 },
);
const {
  engine,
  ana,
  agent: author,
  shop,
  key,
  until,
} = await openEngine(policy, {
  runners: { claude: runner },
});

async function submitWork(name: string): Promise<string> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(`${name}.txt`, `${name}\n`);
  shop.commit(`Work on ${name}`);
  shop.git("branch", "--force", name);
  const { task } = await engine.createTask(author, key(), { title: name, repo: "shop" });
  const from = { branch: name };
  await engine.submitWork(author, key(), { task, from, signal: "DONE", summary: "" });
  await until(task, waitsForAna);
  return task;
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const verdictBy = (task: Task, by: string) =>
  task.round?.verdicts.items.find((verdict) => verdict.by === by);

async function request(task: string, reviewer: string | null, by = ana): Promise<void> {
  const shown = toShown(await engine.task(ana, task));
  await engine.command(by, key(), task, { type: "request_review", ...shown, reviewer });
}

describe("a review that is started by hand", () => {
  it("is run by the engine, adds a verdict, costs what it costs, and replaces nothing [R-048]", async () => {
    const id = await submitWork("one");
    const before = await engine.task(ana, id);
    await request(id, "extra");
    const task = await until(
      id,
      (now) => verdictBy(now, "extra") !== undefined && waitsForAna(now),
    );

    expect(verdictBy(task, "extra")).toMatchObject({ opinion: "approved", costUsd: 0.01 });
    expect(task.costUsd).toBeCloseTo(before.costUsd + 0.01);
    const required = before.round?.plan?.requirements.map(({ id: name }) => name) ?? [];
    const asked = task.round?.plan?.requirements.map(({ id: name }) => name) ?? [];
    expect(asked).toEqual(expect.arrayContaining(required));
    const { story } = await engine.why(ana, id);
    expect(story.map(({ text }) => text)).toContain("asked extra for a further review");
  });

  it("stops at the task's spending cap, where a person decides", async () => {
    const id = await submitWork("two");
    await request(id, "extra");
    await until(id, (now) => verdictBy(now, "extra") !== undefined && waitsForAna(now));
    await request(id, "another");
    await until(id, (now) => verdictBy(now, "another") !== undefined);
    await request(id, "third").catch(() => undefined);
    const task = await engine.task(ana, id);

    expect(task.costUsd).toBeLessThanOrEqual(0.021);
    expect(verdictBy(task, "third")).toBeUndefined();
  });

  it("is open to an author once per round", async () => {
    const id = await submitWork("three");
    await request(id, "extra", author);
    await expect(request(id, "third", author)).rejects.toMatchObject({ code: "forbidden" });
  });
});
