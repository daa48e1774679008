import { type Command, createTask, transition } from "@countersign/core";
import { expect, it } from "vitest";
import { loadTestPolicy } from "../testing/load-test-policy.ts";
import { ana, create, submit, testContext, worker } from "../testing/task-commands.ts";
import { composeFeedback } from "./feedback.ts";

const LONG = "The limit must come from the configuration. ".repeat(200);

function sentBack() {
  const opened = create("cs-a");
  if (opened.type !== "create") throw new Error("not a create");
  const { task } = createTask(
    opened satisfies Extract<Command, { type: "create" }>,
    testContext(ana),
  );
  const claude = testContext(worker("claude"));
  const claimed = transition(task, { type: "claim" }, claude).task;
  const handedIn = submit();
  if (handedIn.type !== "submit") throw new Error("not a submit");
  const { task: reviewing } = transition(claimed, handedIn, claude);
  return transition(
    reviewing,
    {
      type: "redo",
      round: 1,
      tree: reviewing.round?.content.tree ?? null,
      quickIssues: [],
      customFeedback: LONG,
      option: "keep",
      priority: "same",
    },
    testContext(ana),
  ).task;
}

it("keeps what an author is told within feedback.maxTokens", () => {
  const task = sentBack();
  const length = (maxTokens: number) => {
    const { feedback } = loadTestPolicy({ feedback: { maxTokens } });
    return composeFeedback(task, { attemptLimit: 3, ...feedback }).text?.length ?? 0;
  };

  expect(length(300)).toBeLessThanOrEqual(1_200);
  expect(length(20_000)).toBeGreaterThan(LONG.length);
});
