import { expect, it } from "vitest";
import { sampleTask } from "../testing/sample-task.ts";
import { listReviewerSummaries } from "./reviewer-summaries.ts";

it("tells what agents and people wrote, and leaves out checks, authors and silence", () => {
  const { round } = sampleTask();
  const [first] = round?.requirements ?? [];
  if (round === null || first === undefined) throw new Error("the sample has no requirement");
  const said = { id: "vrd_1", opinion: "concerns", byKind: "agent", costUsd: 0 } as const;
  const asked = (id: string, kind: typeof first.kind, by: string, summary: string) => ({
    ...first,
    id,
    kind,
    verdicts: [{ ...said, by, summary, findings: [], sandboxed: true }],
  });
  const requirements = [
    asked("check:tests", "check", "tests", "12/12 passed."),
    asked("layer:self", "self", "claude", "submitted with DONE"),
    asked("agent:codex", "agent", "codex", " This deletes rows.\nAll of them. "),
    asked("layer:owner", "owner", "ana", ""),
  ];

  expect(listReviewerSummaries({ round: { ...round, requirements } })).toEqual([
    {
      by: "codex",
      requirement: "agent:codex",
      opinion: "concerns",
      words: "This deletes rows.\nAll of them.",
    },
  ]);
});
