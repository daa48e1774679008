import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/review/reviewers/testing/child-runner.ts";
import { openEngine, POLICY } from "./open-engine.ts";

const reviewer = {
  id: "reader",
  name: "Reader",
  kind: "agent",
  adapter: "claude",
  modelFamily: "gpt",
  retries: 0,
  timeout: "60s",
  description: "For a test",
};
const runner = createChildRunner(() => "say({});", {
  inputTokens: 10,
  outputTokens: 10,
  costUsd: 0.01,
});

const { engine, shop, agent, key, until } = await openEngine(
  {
    ...POLICY,
    checks: [],
    reviewers: [reviewer],
    panel: { members: ["reader"], quorum: 1, when: "always" },
  },
  { runners: { claude: runner } },
);

/** Begins work in a worktree of its own, reports an event and returns what reviewers were asked then. */
async function askedAfter(trigger: "milestone" | "blocker" | "request_review"): Promise<string> {
  const before = runner.asked.length;
  const worktree = join(shop.folder, trigger);
  shop.git("worktree", "add", "--quiet", worktree, "-b", trigger, "main");
  shop.write(`../${trigger}/half.txt`, "half of it\n");
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  const location = { branch: trigger, worktree };
  await engine.command(agent, key(), task, { type: "claim", location });
  await engine.command(agent, key(), task, { type: "report_event", trigger, summary: "Half" });
  await until(task, ({ checkup }) => checkup === null && runner.asked.length > before);
  rmSync(worktree, { recursive: true });
  return runner.asked
    .slice(before)
    .map(({ brief }) => brief)
    .join("");
}

it("is read by reviewers before anything of it was submitted [R-008] [R-045]", async () => {
  expect(await askedAfter("milestone")).toContain("+half of it");
});

it("is read when its agent is stuck [R-046]", async () => {
  expect(await askedAfter("blocker")).toContain("+half of it");
});

it("is read when its agent asks for it [R-047]", async () => {
  expect(await askedAfter("request_review")).toContain("+half of it");
});
