import { expect, it } from "vitest";
import { person, scenario } from "../../../testing/scenario.ts";
import { createdTask } from "../../fold/fold.ts";
import { createTask } from "./create.ts";

it("keeps what is wanted of a task, and when it counts as done", () => {
  const the = scenario();
  const { id, title, repo, department, priority, authorFamily } = the.task;
  const nothing = { taskType: null, assignee: null, sponsor: null };
  const wanted = { description: "Send 429.", acceptance: ["429 is sent"] };
  const fields = { id, title, repo, department, priority, authorFamily, ...nothing, ...wanted };
  const command = { type: "create", ...fields, labels: [] } as const;
  const { task, log } = createTask(
    { ...command, labels: [], acceptance: [...wanted.acceptance] },
    the.context(person("ana")),
  );

  expect(task).toMatchObject(wanted);
  const [entry] = log;
  if (entry?.event.type !== "created") throw new Error("The log begins with another event");
  expect(createdTask(entry.event)).toEqual(task);
  expect([the.task.description, the.task.acceptance]).toEqual([undefined, undefined]);
});
