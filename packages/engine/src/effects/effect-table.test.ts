import { createTask, type TaskEffect } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { ana, create, testContext } from "../testing/task-commands.ts";
import { planEffects } from "./effect-table.ts";

const { task } = createTask(create("cs-a"), testContext(ana));
const plan = (...effects: TaskEffect[]) =>
  planEffects({
    org: "acme",
    task,
    seq: task.seq,
    nowMs: 1_000,
    context: testContext(ana),
    effects,
  });
const jobs = (...effects: TaskEffect[]) => plan(...effects).jobs;

describe("the jobs of a command", () => {
  it("have ids of their organisation, task, place in the log and place among the effects", () => {
    expect(jobs({ do: "update_work" }, { do: "read_content", round: 1 })[1]).toEqual({
      id: "acme:cs-a:1:1",
      org: "acme",
      queue: "effects",
      kind: "read_content",
      payload: { task: "cs-a", round: 1 },
      delayMs: 0,
    });
  });

  it("bring an author's branch to the target once its work is merged", () => {
    expect(jobs({ do: "update_work" })).toMatchObject([
      { queue: "effects", kind: "update_work", payload: { task: "cs-a" } },
    ]);
  });

  it("merge one after the other within a repository", () => {
    expect(jobs({ do: "merge", delayMs: 10 })).toMatchObject([
      { queue: "merges", partition: "acme/shop", delayMs: 10, payload: { task: "cs-a" } },
    ]);
  });

  it("name every warning that becomes a task", () => {
    expect(jobs({ do: "file_debt", findings: ["F-1", "F-3"] })).toMatchObject([
      { kind: "file_debt", payload: { task: "cs-a", findings: ["F-1", "F-3"] } },
    ]);
  });

  it("are none for a hold, which is performed with the command", () => {
    const { jobs: enqueued, perform } = plan({
      do: "hold_repo",
      repo: "shop",
      why: "target_moved",
    });

    expect([enqueued, perform.length]).toEqual([[], 1]);
  });
});
