import { expect, it } from "vitest";
import type { TaskView } from "../schemas/task-view.ts";
import { holdReasonText } from "./hold-reason-text.ts";

const ID = `vrd_${"7".repeat(32)}`;
const verdict = { id: ID, by: "codex", opinion: "blocker", summary: "This deletes\ndata" };
const task = {
  round: {
    requirements: [
      { id: "panel", who: ["codex", "gemini"], verdicts: [verdict] },
      { id: "layer:peer", who: ["codex"], verdicts: [] },
      { id: "check:test", who: ["test"], verdicts: [] },
    ],
  },
} as unknown as TaskView;

it.each([
  ["blocker", ID, 'codex blocks: "This deletes data"'],
  ["panel_conflict", ID, 'codex answered: "This deletes data"'],
  ["quorum_unreachable", "layer:peer", "codex did not answer as peer reviewer"],
  ["no_result", "check:test", "the check test has no result"],
  ["quorum_unreachable", "check:test", "the check test has no result"],
  [
    "not_shown_whole",
    "layer:peer",
    "a reviewer was not shown the whole change, so a person must look at it (peer)",
  ],
  ["limit_cost", null, "the budget is used up"],
  ["merge_retries", "README.md", "the merge failed too often (README.md)"],
  [
    "merge_retries",
    "dirty",
    "the merge failed too often (a checkout of the target branch has uncommitted changes: commit or stash them)",
  ],
  ["merge_retries", "race", "the merge failed too often (the target branch kept moving)"],
])("says %s about %s", (code, about, text) => {
  expect(holdReasonText({ code, about }, task)).toBe(text);
});
