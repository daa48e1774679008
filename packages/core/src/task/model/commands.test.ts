import { describe, expect, it } from "vitest";
import { contentOf, factsOf } from "../../testing/facts-of.ts";
import { Command } from "./commands.ts";

const TREE = "1".repeat(40);
const SHOWN = { round: 1, tree: TREE };
const raw = { severity: "major", category: "x", message: "m" };
const finding = { raw, onUnchangedLines: false };

/** One accepted command of each type. */
const ACCEPTED = {
  create: {
    id: "cs-abcd",
    title: "Write it",
    repo: "shop",
    taskType: null,
    department: null,
    priority: "P1",
    labels: [{ name: "docs", by: "tracker" }],
    assignee: null,
    authorFamily: null,
    sponsor: null,
  },
  claim: {},
  lease_expired: {},
  submit: {
    content: contentOf("1"),
    signal: "DONE",
    summary: "",
    askedType: null,
    committers: ["ben"],
    answers: [{ finding: "F-1", status: "fixed", note: "" }],
  },
  plan_round: { round: 1, facts: factsOf("1"), gaps: [] },
  plan_checkup: { checkup: 1, facts: factsOf("1") },
  record_verdict: {
    id: "vrd_1",
    of: "round",
    number: 1,
    tree: TREE,
    requirement: "check:secrets",
    opinion: "approved",
    summary: "",
    findings: [finding],
    costUsd: 0,
    sandboxed: true,
  },
  no_result: {
    of: "round",
    number: 1,
    tree: TREE,
    requirement: "agent:build-reviewer",
    reviewer: "build-reviewer",
    cause: "failed",
    reason: "it does not answer",
    costUsd: 0,
  },
  approve: { id: "vrd_1", round: 1, tree: TREE, requirement: "layer:owner" },
  redo: { ...SHOWN, quickIssues: ["Tests"], customFeedback: "", option: "keep", priority: "same" },
  reject: { ...SHOWN, reason: "no" },
  override: { ...SHOWN, reason: "now" },
  release: { ...SHOWN, resolutions: [{ do: "retry" }] },
  undo: SHOWN,
  retry_reviewer: { ...SHOWN, requirement: "layer:peer", reviewer: "codex" },
  cancel_reviewer: { ...SHOWN, requirement: "layer:peer", reviewer: "codex" },
  request_review: { reviewer: "codex" },
  dispose: { finding: "F-1", as: { is: "disputed", note: "no" } },
  change_mode: { mode: "per-task" },
  policy_changed: {},
  reseat: {},
  follow_base: {},
  target_moved: { by: "us" },
  merge_started: {},
  merged: { tree: TREE },
  work_moved: { worktree: "/work/moved" },
  work_updated: { outcome: "updated", detail: "work was brought to main" },
  review_again: { content: contentOf("1") },
  merge_failed: { kind: "race", detail: "", files: ["a"] },
  reopen: SHOWN,
  cancel: { reason: "gone" },
  closed_elsewhere: { outcome: "merged", tree: null },
  report_event: { trigger: "milestone", summary: "" },
  deadline: {},
  close_grace: {},
  debt_filed: { finding: "F-1", task: "cs-debt" },
} as const;

type Type = keyof typeof ACCEPTED;
const accepts = (type: string, fields: object): boolean =>
  Command.safeParse({ type, ...fields }).success;
const long = (length: number): string => "x".repeat(length);
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe("a command", () => {
  it.each(Object.entries(ACCEPTED))(
    "%s is accepted as it should be, and with nothing besides",
    (type, fields) => {
      expect(accepts(type, fields)).toBe(true);
      expect(accepts(type, { ...fields, actor: "ana" })).toBe(false);
    },
  );

  it("of an unknown type is refused, and there are 36 types", () => {
    expect(accepts("explode", {})).toBe(false);
    expect([Object.keys(ACCEPTED).length, Command.options.length]).toEqual([36, 36]);
  });
});

describe("refused values", () => {
  const answer = { finding: "F-1", status: "fixed", note: "" };
  const bad: [Type, object][] = [
    ["create", { id: "" }],
    ["create", { title: "" }],
    ["create", { title: long(501) }],
    ["create", { repo: "" }],
    ["create", { repo: long(201) }],
    ["create", { taskType: "" }],
    ["create", { taskType: long(65) }],
    ["create", { priority: "P3" }],
    ["create", { labels: [{ name: "", by: "person" }] }],
    ["create", { labels: [{ name: long(201), by: "person" }] }],
    ["create", { labels: [{ name: "x", by: "system" }] }],
    ["create", { labels: [{ name: "x", by: "person", more: 1 }] }],
    ["create", { labels: many(101, { name: "x", by: "person" }) }],
    ["create", { authorFamily: long(101) }],
    ["submit", { signal: "OK" }],
    ["submit", { summary: long(10_001) }],
    ["submit", { askedType: "" }],
    ["submit", { askedType: long(65) }],
    ["submit", { committers: many(101, "ben") }],
    ["submit", { answers: many(201, answer) }],
    ["submit", { answers: [{ ...answer, finding: "31" }] }],
    ["submit", { answers: [{ ...answer, status: "later" }] }],
    ["submit", { answers: [{ ...answer, note: long(2_001) }] }],
    ["submit", { answers: [{ ...answer, more: 1 }] }],
    ["plan_round", { round: 0 }],
    ["plan_round", { gaps: many(51, { concern: "c", reviewer: "r", foundBy: "f", proposal: "" }) }],
    ["plan_checkup", { checkup: 0 }],
    ["record_verdict", { id: "1" }],
    ["record_verdict", { of: "task" }],
    ["record_verdict", { number: 0 }],
    ["record_verdict", { tree: "main" }],
    ["record_verdict", { requirement: "" }],
    ["record_verdict", { requirement: long(201) }],
    ["record_verdict", { opinion: "fine" }],
    ["record_verdict", { summary: long(20_001) }],
    ["record_verdict", { findings: many(1_001, finding) }],
    ["record_verdict", { findings: [{ ...finding, more: 1 }] }],
    ["record_verdict", { costUsd: -1 }],
    ["no_result", { of: "task" }],
    ["no_result", { number: 0 }],
    ["no_result", { tree: "main" }],
    ["no_result", { requirement: "" }],
    ["no_result", { reviewer: "" }],
    ["no_result", { cause: "late" }],
    ["no_result", { reason: "" }],
    ["no_result", { reason: long(2_001) }],
    ["no_result", { costUsd: -1 }],
    ["no_result", { tokens: { input: -1, output: 0 } }],
    ["record_verdict", { tokens: { input: 0.5, output: 0 } }],
    ["record_verdict", { family: "" }],
    ["approve", { round: 0 }],
    ["approve", { tree: "main" }],
    ["approve", { requirement: "" }],
    ["approve", { requirement: long(201) }],
    ["redo", { quickIssues: [""] }],
    ["redo", { quickIssues: [long(201)] }],
    ["redo", { quickIssues: many(21, "x") }],
    ["redo", { customFeedback: long(10_001) }],
    ["redo", { option: "none" }],
    ["redo", { priority: "up" }],
    ["reject", { reason: " " }],
    ["reject", { reason: long(10_001) }],
    ["override", { reason: "" }],
    ["release", { resolutions: many(51, { do: "retry" }) }],
    ["release", { resolutions: [{ do: "forget" }] }],
    ["dispose", { finding: "1" }],
    ["dispose", { as: { is: "disputed", note: " " } }],
    ["dispose", { as: { is: "disputed", note: long(2_001) } }],
    ["dispose", { as: { is: "disputed", note: "x", by: "ana" } }],
    ["dispose", { as: { is: "dismissed", reason: " " } }],
    ["dispose", { as: { is: "dismissed", reason: long(2_001) } }],
    ["dispose", { as: { is: "dismissed", reason: "x", untilMs: 0.5 } }],
    ["dispose", { as: { is: "deferred", link: " " } }],
    ["dispose", { as: { is: "deferred", link: long(501) } }],
    ["dispose", { as: { is: "fixed" } }],
    ["retry_reviewer", { round: 0 }],
    ["retry_reviewer", { requirement: "" }],
    ["cancel_reviewer", { reviewer: "" }],
    ["cancel_reviewer", { requirement: long(201) }],
    ["change_mode", { mode: "auto-approve" }],
    ["target_moved", { by: "them" }],
    ["merged", { tree: "main" }],
    ["merge_failed", { kind: "other" }],
    ["merge_failed", { detail: long(10_001) }],
    ["merge_failed", { files: [""] }],
    ["merge_failed", { files: [long(4_097)] }],
    ["merge_failed", { files: many(201, "a") }],
    ["cancel", { reason: "" }],
    ["closed_elsewhere", { outcome: "open" }],
    ["closed_elsewhere", { tree: "main" }],
    ["report_event", { trigger: "boredom" }],
    ["report_event", { summary: long(2_001) }],
  ];

  it.each(bad)("%s with %j", (type, fields) => {
    expect(accepts(type, { ...ACCEPTED[type], ...fields })).toBe(false);
  });

  const raw = finding.raw;
  it.each([
    { severity: "high" },
    { category: "" },
    { category: long(101) },
    { ruleId: "no rule" },
    { file: "" },
    { file: long(4_097) },
    { line: 0 },
    { endLine: 0 },
    { quote: long(2_001) },
    { message: "" },
    { message: long(2_001) },
    { recommendation: long(2_001) },
    { satisfiedWhen: long(2_001) },
    { confidence: 1.1 },
    { confidence: -0.1 },
    { raisedBy: ["me"] },
  ])("a finding with %j", (fields) => {
    const findings = [{ ...finding, raw: { ...raw, ...fields } }];

    expect(accepts("record_verdict", { ...ACCEPTED.record_verdict, findings })).toBe(false);
  });
});

describe("values at the edge are accepted", () => {
  const good: [Type, object][] = [
    ["create", { title: long(500), repo: long(200), taskType: long(64), authorFamily: long(100) }],
    [
      "create",
      {
        labels: many(100, { name: long(200), by: "author" }),
        department: "sales",
        assignee: "a",
        sponsor: "b",
      },
    ],
    ["submit", { summary: long(10_000), askedType: long(64), committers: many(100, "ben") }],
    ["submit", { answers: many(200, { finding: "F-1", status: "wont_fix", note: long(2_000) }) }],
    ["plan_round", { gaps: many(50, { concern: "c", reviewer: "r", foundBy: "f", proposal: "" }) }],
    ["record_verdict", { of: "checkup", summary: long(20_000), findings: many(1_000, finding) }],
    ["record_verdict", { requirement: long(200) }],
    ["approve", { requirement: long(200) }],
    [
      "redo",
      {
        quickIssues: many(20, long(200)),
        customFeedback: long(10_000),
        option: "fresh",
        priority: "bump",
      },
    ],
    ["reject", { reason: long(10_000) }],
    ["reject", { round: null, tree: null }],
    ["dispose", SHOWN],
    ["cancel", SHOWN],
    ["release", { offered: TREE }],
    ["release", { resolutions: many(50, { do: "retry" }) }],
    ["release", { resolutions: [] }],
    ["dispose", { as: { is: "disputed", note: long(2_000) } }],
    ["dispose", { as: { is: "dismissed", reason: long(2_000), untilMs: 5 } }],
    ["dispose", { as: { is: "deferred", link: long(500) } }],
    ["merge_failed", { detail: long(10_000), files: many(200, long(4_096)) }],
    ["closed_elsewhere", { outcome: "closed", tree: TREE }],
    ["report_event", { summary: long(2_000) }],
  ];

  it.each(good)("%s", (type, fields) => {
    expect(accepts(type, { ...ACCEPTED[type], ...fields })).toBe(true);
  });

  it("of a finding", () => {
    const raw = {
      severity: "info",
      category: long(100),
      ruleId: "br-1",
      file: long(4_096),
      line: 1,
      endLine: 1,
      quote: long(2_000),
      message: long(2_000),
      recommendation: long(2_000),
      satisfiedWhen: long(2_000),
      confidence: 1,
    };
    expect(
      accepts("record_verdict", { ...ACCEPTED.record_verdict, findings: [{ ...finding, raw }] }),
    ).toBe(true);
  });
});
