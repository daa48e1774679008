import { setTimeout as pause } from "node:timers/promises";
import { type Task, toShown } from "@countersign/core";
import { describe, expect, it, vi } from "vitest";
import { taskText } from "../../packages/cli/src/views/task-text.ts";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { viewTask } from "../../packages/server/src/views/view-task.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const DELAYS = [0, 300, 600, 900, 1_200, 1_500, 3_000];

const agent = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: "agent",
  adapter: "claude",
  modelFamily: "gpt",
  retries: 0,
  timeout: "60s",
  description: "For a test",
  ...more,
});

const builtin = (id: string) => ({
  id,
  name: id,
  kind: "check",
  adapter: "builtin",
  description: "For a test",
});

const when = (path: string, ...reviewers: string[]) => ({
  id: path,
  when: { paths: [`${path}/**`] },
  require: reviewers.map((reviewer) => ({ reviewer })),
  description: "For a test",
});

const ids = DELAYS.map((_, index) => `slow-${index}`);

const policy = {
  ...POLICY,
  checks: [],
  limits: { costUsdPerTask: 2, costUsdPerReview: 2, attempts: 10 },
  trust: { differentModelFamily: true },
  reviewers: [
    builtin("integrity"),
    builtin("secrets"),
    ...ids.map((id) => agent(id)),
    agent("dead", { fallback: "own-family" }),
    agent("own-family", { modelFamily: "claude", fallback: "substitute" }),
    agent("substitute"),
    agent("lost"),
    agent("busy", { concurrency: 1 }),
    agent("dear", { budgetUsd: 2 }),
    agent("blocks"),
    agent("late", { budgetUsd: 1 }),
  ],
  policies: [
    ...POLICY.policies,
    when("seven", ...ids),
    when("dead", "dead"),
    when("lost", "lost", "slow-1"),
    when("busy", "busy"),
    when("dear", "dear"),
    when("family", "own-family"),
    when("block", "blocks", "late"),
  ],
};

/** When each reviewer began and ended, as its program saw it. */
const at: { id: string; began: number; ended: number }[] = [];

const runner = createChildRunner(
  ({ reviewer: { id } }) =>
    ({
      dead: "process.exit(1);",
      lost: `process.stdout.write("approved");`,
      busy: "await pause(400); say({});",
      blocks: `say({ verdict: "blocker", summary: "This deletes data" });`,
      late: "await pause(3_000); say({});",
    })[id] ?? `await pause(${DELAYS[ids.indexOf(id)] ?? 0}); say({});`,
  { inputTokens: 1_000, outputTokens: 50, costUsd: null },
);
const timed = {
  ...runner,
  async ask(given: Parameters<typeof runner.ask>[0]) {
    const began = performance.now();
    const reply = await runner.ask(given);
    at.push({ id: given.reviewer.id, began, ended: performance.now() });
    if (given.signal.aborted) return { ...reply, usage: null }; // a killed program reports no usage
    return given.reviewer.id === "dear" ? reply : { ...reply, usage: CHEAP };
  },
};
const CHEAP = { inputTokens: 1_000, outputTokens: 50, costUsd: 0.01 };

const shop = await openEngine(policy, { runners: { claude: timed } });
const { engine, ana, key, until, signIn } = shop;
const author = await signIn({ actor: "worker", role: "author", modelFamily: "claude" });

async function handIn(name: string, task?: string): Promise<string> {
  shop.shop.git("checkout", "--quiet", "--detach", "main");
  shop.shop.write(`${name.replace(/-.*/, "")}/work.txt`, `${name}\n`);
  shop.shop.commit(`Work on ${name}`);
  shop.shop.git("branch", "--force", name);
  const title = `Work on ${name}`;
  const id = task ?? (await engine.createTask(author, key(), { title, repo: "shop" })).task;
  const from = { branch: name };
  await engine.submitWork(author, key(), { task: id, from, signal: "DONE", summary: "perfect" });
  return id;
}

const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";
const isHeld = ({ phase }: Task) => phase.is === "held";
const PLAIN = { ascii: true, width: 100, paint: (_kind: string, text: string) => text };
const storyOf = async (id: string) => (await engine.why(ana, id)).story.map(({ text }) => text);
const verdictsBy = (task: Task, by: string) =>
  task.round?.verdicts.items.filter((verdict) => verdict.by === by) ?? [];

/** How much longer seven took together than the slowest of them alone. */
async function handInToSeven(name: string): Promise<{ task: Task; overMs: number }> {
  const before = at.length;
  const asked = runner.asked.length;
  const task = await until(await handIn(name), waitsForAna);
  const own = at.slice(before).filter((entry) => ids.includes(entry.id));
  expect(own).toHaveLength(7);
  expect(new Set(runner.asked.slice(asked).map(({ directory }) => directory)).size).toBe(1);
  const slowest = Math.max(...own.map(({ began, ended }) => ended - began));
  const all =
    Math.max(...own.map(({ ended }) => ended)) - Math.min(...own.map(({ began }) => began));
  return { task, overMs: all - slowest };
}

describe("agents that review", () => {
  it("seven at once take no longer than the slowest and a second, and each is told with its cost [R-095]", async () => {
    const first = await handInToSeven("seven");
    // Whoever else uses the machine may hold one run up; then another one shows what ours costs.
    const more = first.overMs < 1_000 ? [] : ["seven-b", "seven-c"];
    const overMs = [first.overMs];
    for (const name of more) overMs.push((await handInToSeven(name)).overMs);
    const task = first.task;

    expect(Math.min(...overMs)).toBeLessThan(1_000);
    expect(verdictsBy(task, "slow-3")).toMatchObject([
      {
        byKind: "agent",
        family: "gpt",
        costUsd: 0.01,
        tokens: { input: 1_000, output: 50 },
        sandboxed: true,
        opinion: "approved",
      },
    ]);
    expect(task.costUsd).toBeCloseTo(0.07);
  });

  it("without a result are replaced by the first fallback that may judge the work [R-016]", async () => {
    const id = await handIn("dead");
    const task = await until(id, waitsForAna);

    expect(verdictsBy(task, "substitute")).toMatchObject([
      { requirement: "agent:dead", opinion: "approved" },
    ]);
    expect(runner.asked.some(({ reviewer }) => reviewer.id === "own-family")).toBe(false);
    expect(await storyOf(id)).toContain(
      "dead gave no result (agent:dead, $0.01): It ended with exit code 1.",
    );
  });

  it("of the author's own model family are not asked", async () => {
    const id = await handIn("family");
    const { round } = await until(id, waitsForAna);

    expect(round?.plan?.requirements.find(({ id: is }) => is === "agent:own-family")).toMatchObject(
      {
        who: ["substitute"],
        because: [{}, { fact: "own-family is not known to be of another model family" }],
      },
    );
  });

  it("without a result and a fallback leave it to a person, who finds the reason", async () => {
    const id = await handIn("lost");
    const { phase, round } = await until(id, isHeld);

    expect(phase).toMatchObject({ reasons: [{ code: "quorum_unreachable", about: "agent:lost" }] });
    expect(round?.verdicts.items.map(({ by }) => by)).toContain("slow-1");
    expect((await storyOf(id)).find((text) => text.startsWith("lost gave no result"))).toBe(
      "lost gave no result (agent:lost, $0.01): Its answer is not valid: the answer holds no JSON object.",
    );
  });

  it("are asked no more at once than the registry says", async () => {
    const tasks = [await handIn("busy-a"), await handIn("busy-b"), await handIn("busy-c")];
    for (const id of tasks) await until(id, waitsForAna);
    const own = at.filter(({ id }) => id === "busy").toSorted((a, b) => a.began - b.began);

    expect(own).toHaveLength(3);
    for (const [index, { began }] of own.entries())
      expect(began).toBeGreaterThanOrEqual(own[index - 1]?.ended ?? 0);
  });

  it("are not asked past a cap; a person raises the budget, and then they are", async () => {
    const id = await handIn("dear");
    await until(id, waitsForAna);
    await handIn("dear-again", id);
    const held = await until(id, isHeld);

    expect(held.phase).toMatchObject({ reasons: [{ code: "limit_cost", about: "agent:dear" }] });
    expect(held.costUsd).toBe(2);
    expect((await storyOf(id)).find((text) => text.startsWith("dear was not asked"))).toBe(
      "dear was not asked (agent:dear): The spending cap of one task is reached: $2.00 of $2.00.",
    );
    const asked = () => runner.asked.filter(({ reviewer }) => reviewer.id === "dear").length;
    expect(asked()).toBe(1);
    await engine.command(ana, key(), id, {
      type: "release",
      ...toShown(held),
      offered: null,
      resolutions: [{ do: "raise_budget", usd: 10 }],
    });
    await until(id, waitsForAna);
    expect(asked()).toBe(2);
  });

  it("are not asked again once a person sets their blocker aside; one that was stopped costs nothing", async () => {
    const id = await handIn("block");
    const held = await until(id, isHeld);
    const [reason] = held.phase.is === "held" ? held.phase.reasons : [];
    const verdict = verdictsBy(held, "blocks")[0]?.id ?? "";
    expect(reason).toMatchObject({ code: "blocker", about: verdict });
    expect(await storyOf(id)).toContain("blocks on agent:blocks: blocker\nThis deletes data");
    expect(taskText(viewTask(held, { attemptLimit: 3 }), PLAIN, "ana")).toContain(
      "what reviewers said\n  blocks (agent:blocks): blocker\n    This deletes data",
    );
    const asked = (name: string) => runner.asked.filter((one) => one.reviewer.id === name).length;
    await vi.waitFor(() => expect(at.map((one) => one.id)).toContain("late"), 10_000);
    await engine.command(ana, key(), id, {
      type: "release",
      ...toShown(held),
      offered: null,
      resolutions: [{ do: "set_aside", verdict }],
    });
    const settled = await until(id, waitsForAna);
    expect([asked("blocks"), asked("late")]).toEqual([1, 2]);
    expect(settled.costUsd).toBeLessThan(0.1);
  });

  it("are stopped when the work goes back", async () => {
    const id = await handIn("seven-again");
    await until(id, ({ round }) => (round?.verdicts.items.length ?? 0) > 3);
    await engine.command(ana, key(), id, {
      type: "redo",
      ...toShown(await engine.task(ana, id)),
      quickIssues: [],
      customFeedback: "No",
      option: "keep",
      priority: "same",
    });
    await pause(50);

    expect((await until(id, ({ phase }) => phase.is === "rework")).round?.noResult).toEqual([]);
  });
});
