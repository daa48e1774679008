import type { Finding } from "@countersign/core";
import type { GateReport, GateReviewerLine } from "../gate-report.ts";

/** A finding about one line, of which a test changes what matters. */
export function sampleFinding(change: Partial<Finding> = {}): Finding {
  return {
    id: "F-1",
    fingerprint: "e5de52e8686a45af7cdadfb9661bf170a8a87fe528005bee4b5e6f4809d13115",
    severity: "major",
    category: "limit",
    file: "src/limit/limiter.ts",
    line: 44,
    quote: "const n = await store.get(key);",
    message: "read then write lets two requests pass",
    satisfiedWhen: "two parallel calls at the limit give 200 and 429",
    raisedBy: ["build-check"],
    rounds: [1],
    disposition: { is: "open" },
    ...change,
  };
}

export function sampleReviewer(change: Partial<GateReviewerLine> = {}): GateReviewerLine {
  return {
    reviewer: "build-check",
    requirement: "check:build-check",
    kind: "check",
    is: "answered",
    findings: 1,
    durationMs: 1_250,
    sandboxed: true,
    reason: null,
    because: [{ entry: "policies.universal", fact: "every change" }],
    ...change,
  };
}

export function sampleReport(change: Partial<GateReport> = {}): GateReport {
  return {
    gate: "needs_fixes",
    blocked: false,
    counts: { critical: 0, major: 1, warning: 0, info: 0 },
    target: "main",
    base: "a".repeat(40),
    head: "b".repeat(40),
    tree: "c".repeat(40),
    files: 4,
    linesAdded: 278,
    linesDeleted: 3,
    policy: { commit: "a".repeat(40), file: "countersign.json", digest: "d".repeat(64) },
    findings: [sampleFinding()],
    maxFindingsShown: 20,
    rules: [],
    reviewers: [sampleReviewer()],
    people: [{ requirement: "layer:owner", who: ["ana"], because: [] }],
    plan: { risk: 3, domains: [], policies: [], type: "code", mode: "batch", near: [], gaps: [] },
    unsandboxed: false,
    skipped: [],
    ...change,
  };
}
