import type { ForgeReport } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { type GithubRun, showsContent, toRunContent, toRunState } from "./check-run.ts";

const REPORT: ForgeReport = {
  commit: "a".repeat(40),
  externalId: "cs-1/2",
  state: "in_progress",
  title: "Waiting for Ana",
  summary: "Ana reviews.",
  detailsUrl: null,
  annotations: [],
  actions: [{ id: "approve", label: "Approve", description: "Approve these exact bytes" }],
  comment: null,
};
const NOTE = { path: "a.ts", line: 3, level: "warning", message: "unused" } as const;
const RUN: GithubRun = {
  id: 1,
  name: "countersign/gate",
  head_sha: REPORT.commit,
  status: "in_progress",
  conclusion: null,
  external_id: "cs-1/2",
  details_url: "https://github.com/acme/shop/runs/1",
  app: { id: 77 },
  output: { title: "Waiting for Ana", summary: "Ana reviews.", annotations_count: 0 },
};
const DONE: GithubRun = { ...RUN, status: "completed", conclusion: "success" };

describe("toRunState", () => {
  it.each([
    ["in_progress", null, { status: "in_progress" }],
    ["in_progress", RUN, { status: "in_progress" }],
    ["in_progress", DONE, { status: "completed", conclusion: "action_required" }],
    ["success", RUN, { status: "completed", conclusion: "success" }],
    ["failure", DONE, { status: "completed", conclusion: "failure" }],
    ["action_required", null, { status: "completed", conclusion: "action_required" }],
  ] as const)("brings %s to a run %j", (state, existing, expected) => {
    expect(toRunState(state, existing)).toEqual(expected);
  });
});

describe("toRunContent", () => {
  it("sends at most 10 annotations, and the worst", () => {
    const annotations = Array.from({ length: 12 }, (_, line) => ({ ...NOTE, line: line + 1 }));
    const { output } = toRunContent({ ...REPORT, annotations }, null, []);

    expect(output.annotations?.map((one) => one.start_line)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it("sends only annotations that the run lacks, because GitHub appends them", () => {
    const present = [
      { path: "a.ts", start_line: 3, annotation_level: "warning", message: "unused" },
    ];
    const other = { ...NOTE, line: 4 };

    expect(
      toRunContent({ ...REPORT, annotations: [NOTE] }, RUN, present).output,
    ).not.toHaveProperty("annotations");
    expect(
      toRunContent({ ...REPORT, annotations: [NOTE, other] }, RUN, present).output.annotations,
    ).toMatchObject([{ start_line: 4 }]);
    const full = Array.from({ length: 10 }, () => ({ path: "x", start_line: 1 }));
    expect(toRunContent({ ...REPORT, annotations: [NOTE] }, RUN, full).output).not.toHaveProperty(
      "annotations",
    );
  });

  it("shortens texts to the lengths that GitHub accepts, without cutting a character", () => {
    const actions = [{ id: "why" as const, label: "x".repeat(30), description: "🙂".repeat(30) }];
    const content = toRunContent({ ...REPORT, title: "t".repeat(300), actions }, null, []);

    expect(content.output.title).toHaveLength(255);
    expect(content.actions[0]?.label).toBe(`${"x".repeat(19)}…`);
    expect(content.actions[0]?.description).toBe(`${"🙂".repeat(19)}…`);
  });
});

describe("showsContent", () => {
  const content = toRunContent(REPORT, RUN, []);

  it("finds that a run shows its report", () => {
    expect(showsContent(RUN, content)).toBe(true);
  });

  it.each([
    { status: "queued" },
    { conclusion: "success" },
    { external_id: "cs-1/1" },
    { output: { ...RUN.output, title: "x" } },
    { output: { ...RUN.output, summary: "x" } },
  ])("finds that a run with %j does not", (more) => {
    expect(showsContent({ ...RUN, ...more }, content)).toBe(false);
  });

  it("finds that a run does not show a new annotation, address or state", () => {
    for (const more of [
      { annotations: [NOTE] },
      { detailsUrl: "https://countersign.example/t/1" },
      { state: "failure" as const },
    ]) {
      expect(showsContent(RUN, toRunContent({ ...REPORT, ...more }, RUN, []))).toBe(false);
    }
  });
});
