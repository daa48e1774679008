import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createChildRunner } from "../../packages/engine/src/reviewers/testing/child-runner.ts";
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

it("is read by reviewers before anything of it was submitted", async () => {
  const worktree = join(shop.folder, "unfinished");
  shop.git("worktree", "add", "--quiet", worktree, "-b", "unfinished", "main");
  shop.write("../unfinished/half.txt", "half of it\n");
  const { task } = await engine.createTask(agent, key(), { title: "Work", repo: "shop" });
  const location = { branch: "unfinished", worktree };
  await engine.command(agent, key(), task, { type: "claim", location });
  await engine.command(agent, key(), task, {
    type: "report_event",
    trigger: "milestone",
    summary: "Half",
  });
  await until(task, ({ checkup }) => checkup === null && runner.asked.length > 0);

  expect(runner.asked.map(({ brief }) => brief).join("")).toContain("+half of it");
  rmSync(worktree, { recursive: true });
});
