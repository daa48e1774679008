import { describe, expect, it } from "vitest";
import { policyOf } from "../../../testing/policy-of.ts";
import { agent, person, planner } from "../../../testing/scenario.ts";
import { createTask } from "./create.ts";

const create = {
  type: "create",
  id: "cs-new1",
  title: "Write it",
  repo: "shop",
  taskType: "code",
  department: "engineering",
  priority: "P0",
  labels: [{ name: "docs", by: "person" as const }],
  assignee: "agent-1",
  authorFamily: "gpt",
  sponsor: "ana",
} as const;

const CONTEXT = {
  nowMs: 5,
  policy: policyOf(),
  roster: [],
  holds: { agent: false, sprint: false, repo: false },
  dismissals: [],
};

describe("createTask", () => {
  it.each([
    [person("ana"), "person"],
    [planner("plan-1"), "planner"],
    [agent("agent-1"), "author"],
  ])("keeps whose word type and department are: %j", (actor, statedBy) => {
    const command = { ...create, labels: [...create.labels] };

    expect(createTask(command, { ...CONTEXT, actor }).task.statedBy).toBe(statedBy);
  });

  it("is the first entry of a log, and is published", () => {
    const context = { ...CONTEXT, actor: person("ana") };
    const { task, log, effects } = createTask({ ...create, labels: [...create.labels] }, context);

    const { type: _, ...fields } = create;
    expect(log).toEqual([
      { seq: 1, atMs: 5, by: "ana", event: { type: "created", ...fields, statedBy: "person" } },
    ]);
    expect(effects).toEqual([]);
    expect(task).toMatchObject({
      id: "cs-new1",
      seq: 1,
      type: "code",
      department: "engineering",
      priority: "P0",
      labels: create.labels,
      assignee: "agent-1",
      authors: ["agent-1"],
      authorFamily: "gpt",
      sponsor: "ana",
      phase: { is: "open" },
    });
  });
});
