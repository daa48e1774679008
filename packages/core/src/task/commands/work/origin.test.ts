import { expect, it } from "vitest";
import { scenario } from "../../../testing/scenario.ts";
import { createdTask } from "../../fold/fold.ts";
import { createTask } from "./create.ts";

it("keeps the finding that a task was opened for", () => {
  const the = scenario();
  const { id, title, repo, department, priority, authorFamily } = the.task;
  const nothing = { taskType: null, assignee: null, sponsor: null };
  const origin = { task: "cs-other", finding: "F-1" };
  const fields = { id, title, repo, department, priority, authorFamily, ...nothing, origin };
  const system = { id: "countersign", kind: "system", planner: false } as const;
  const { task, log } = createTask({ type: "create", ...fields, labels: [] }, the.context(system));

  expect(task.origin).toEqual(origin);
  const [entry] = log;
  if (entry?.event.type !== "created") throw new Error("The log begins with another event");
  expect(createdTask(entry.event)).toEqual(task);
  expect(the.task.origin).toBeUndefined();
});
