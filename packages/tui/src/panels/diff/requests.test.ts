import type { Finding } from "@countersign/api";
import type { Change, ChangedFile } from "@countersign/review";
import { countDone, lastReviewedRound, listRequests } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { rowText } from "../../terminal/row.ts";
import { SAMPLES } from "../../tour/sample-tasks.ts";
import { sampleView } from "../../tour/sample-view.ts";
import { sinceRows } from "./since-rows.ts";

const [, , limiting = fail()] = SAMPLES;

function fail(): never {
  throw new Error("There is no sample");
}

const base = sampleView(limiting, "me", 1);
const [finding = fail()] = base.findings;

function findingIs(
  disposition: Finding["disposition"],
  message: string,
  rounds: number[] = [1],
): Finding {
  return { ...finding, id: `F-${message.length}`, disposition, message, rounds };
}

const limiter: ChangedFile = {
  path: "src/limit/limiter.ts",
  what: "changed",
  added: 1,
  removed: 1,
  lines: [
    "@@ -44 +44 @@",
    "-  if (n > 1000) return tooMany();",
    "+  if (n > config.limit) return tooMany();",
  ],
};

function changeOf(files: readonly ChangedFile[], upstream: Change["upstream"] = "none"): Change {
  return { task: base.id, round: 3, files, unshown: [], upstream };
}

const mine = { iteration: 2, timestamp: 1, by: "me", decision: "redo" as const };

const view: typeof base = {
  ...base,
  feedback: [
    {
      iteration: 2,
      timestamp: 1,
      by: "me",
      decision: "redo",
      quickIssues: ["Code style issues"],
      customFeedback: [
        "IP-based limiting",
        "src/limit/limiter.ts:44\n> if (n > 1000) return tooMany();\nlimit value from config",
        "src/limit/limiter.ts:45\n> await store.set(key, n + 1);\nset it with an end",
        "F-1 src/limit/limiter.ts:43: taken along",
      ].join("\n\n"),
    },
  ],
  findings: [
    findingIs({ is: "fixed" }, "body follows the standard"),
    findingIs({ is: "disputed", note: "it is right", by: "agent-3" }, "name it better"),
    findingIs({ is: "open" }, "counter is not atomic", [3]),
    findingIs({ is: "open" }, "reads twice", [1, 2, 3]),
    findingIs({ is: "late" }, "old lines", [3]),
  ],
};

const between = { since: 2, now: 3, me: "me", change: changeOf([limiter]) };

describe("what became of each request", () => {
  it("is told for words, remarks on lines and findings", () => {
    const told = listRequests(view, between).map(({ text, status }) => [text, status]);
    expect(told).toEqual([
      ["Code style issues", "asked"],
      ["IP-based limiting", "asked"],
      ["limit value from config", "changed"],
      ["set it with an end", "not done"],
      ["body follows the standard", "fixed"],
      ["name it better", "answered"],
      ["counter is not atomic", "new"],
      ["reads twice", "not done"],
      ["old lines", "late"],
    ]);
    expect(countDone(listRequests(view, between))).toEqual({ done: 3, all: 5 });
  });

  it("is changed for a range where any of its lines is another one", () => {
    const remark = (quote: string) => `src/limit/limiter.ts:40-46\n${quote}\nmake it one`;
    const told = (quote: string) =>
      listRequests(
        { ...view, findings: [], feedback: [{ ...mine, customFeedback: remark(quote) }] },
        between,
      );
    expect(told("> const same = 1;\n>\n>   if (n > 1000) return tooMany();")).toEqual([
      { text: "make it one", status: "changed", place: "src/limit/limiter.ts:40-46" },
    ]);
    expect(told("> const same = 1;\n> const other = 2;")).toMatchObject([{ status: "not done" }]);
  });

  it("is not done where nothing was changed at all", () => {
    const nothing = listRequests(view, { ...between, change: changeOf([]) });
    expect(nothing.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill("not done"));
  });

  it("is about this person's own words alone", () => {
    expect(listRequests({ ...view, findings: [] }, { ...between, me: "somebody" })).toEqual([]);
  });
});

describe("since the last review", () => {
  it("says which rounds, how much is done, and each request", () => {
    const text = sinceRows(view, between, 78).map((row) => rowText(row).trimEnd());
    expect(text.slice(0, 2)).toEqual([
      " Round 2 → round 3",
      " 3 of 5 requests done   1 file  +1 -1   (whole change: +3 -2)",
    ]);
    expect(text).toContainEqual(
      expect.stringMatching(/^ {2}✓ changed {3}limit value from config .* limiter\.ts:44$/),
    );
    expect(text).toContainEqual(expect.stringMatching(/^ {2}✗ not done {2}set it with an end/));
  });

  it("says that the target moved, and when nothing is the author's", () => {
    const rebased = { ...between, change: changeOf([], "left_out") };
    const text = sinceRows(view, rebased, 78).map(rowText).join("\n");
    expect(text).toContain("the target moved; what it gained is left out");
    expect(text).toContain("Nothing was changed by the author since then.");
  });

  it("begins after the last redo of this person, and only with a newer round", () => {
    expect(lastReviewedRound(view, "me")).toBe(2);
    expect(lastReviewedRound(view, "somebody")).toBeNull();
    expect(lastReviewedRound({ ...base, feedback: [] }, "me")).toBeNull();
  });
});
