import { NO_TURN, type RequirementView, type TaskView } from "@countersign/api";
import type { Sample } from "./sample-tasks.ts";

const CHECKS = ["Tests", "TypeCheck", "Lint", "Knip"] as const;
const PASSED = ["12/12 passed", "No errors", "No issues", "No dead code"] as const;
const FAILED = ["3/12 failed", "2 errors", "1 issue", "4 unused exports"] as const;
const ZEROS = "0".repeat(64);

/** Creates the view of a sample task that waits for `me`. */
export function sampleView(sample: Sample, me: string, seq: number): TaskView {
  const { id, title, agent, priority, labels, iterations, state = "reviewing" } = sample;
  const gate = gateOf(sample);
  const isHandedIn = state === "reviewing" || state === "done";
  return {
    id,
    seq,
    title,
    repo: "tour",
    state,
    turn: turnOf(sample, me),
    deadlineMs: null,
    type: "code",
    department: null,
    priority,
    labels: labels.map((name) => ({ name, by: me })),
    assignee: agent,
    authors: [agent],
    sponsor: null,
    sponsors: [],
    location: null,
    origin: null,
    description: null,
    acceptance: [],
    attempt: iterations,
    attemptLimit: 3,
    costUsd: 0,
    budgetUsd: null,
    gate: isHandedIn ? gate : null,
    round: isHandedIn ? roundOf(sample, me, gate) : null,
    checkup: null,
    hold: null,
    grace: null,
    mergeWaits: null,
    rejectReason: null,
    findings: findingsOf(sample),
    feedback: feedbackOf(sample, me),
    issues: [],
    flags: [],
    batchObstacles: obstaclesOf(sample, gate),
    atWork: [],
  };
}

function obstaclesOf({ mode, quality, findings, labels }: Sample, gate: string): string[] {
  const open = findings.length;
  return [
    ...(mode === "per-task" ? ["mode per-task"] : []),
    ...(quality.includes(false) ? ["checks have not passed"] : []),
    ...(gate === "fail" || gate === "needs_fixes" ? [`gate ${gate}`] : []),
    ...(open > 0 ? [`${open} open ${open === 1 ? "finding" : "findings"}`] : []),
    ...(labels.includes("security") ? ["risk 7 of 10"] : []),
  ];
}

function turnOf({ agent, state, atWork }: Sample, me: string): TaskView["turn"] {
  if (atWork !== undefined) return { holder: "reviewers", who: null };
  if (state === undefined) return { holder: "person", who: me };
  return state === "done" ? NO_TURN : { holder: "agent", who: agent };
}

function roundOf(sample: Sample, me: string, gate: NonNullable<TaskView["gate"]>) {
  const { id, iterations, quality } = sample;
  return {
    number: iterations,
    content: {
      repo: "tour",
      target: "main",
      base: hex("b"),
      head: hex("c"),
      tree: sampleTree(id, iterations),
    },
    signal: "DONE" as const,
    summary: sample.message,
    change: changeOf(sample),
    plan: planOf(sample),
    requirements: [...quality.map((passed, at) => checkOf(at, passed)), ...layersOf(sample, me)],
    noResult: [],
    clarified: false,
    overridden: false,
    baseTask: null,
    decision: decisionOf(sample, gate),
  };
}

/** Returns the feedback to the previous round. */
function feedbackOf({ asked, iterations }: Sample, by: string): TaskView["feedback"] {
  if (asked === undefined) return [];
  const { issues, feedback } = asked;
  return [
    {
      iteration: iterations - 1,
      timestamp: 0,
      by,
      decision: "redo",
      quickIssues: [...issues],
      customFeedback: feedback,
    },
  ];
}

function hex(letter: string): string {
  return letter.repeat(40);
}

/** Derives a different tree per round. */
export function sampleTree(id: string, round: number): string {
  const digits = [...`${id}${round}`]
    .map((char) => (char.codePointAt(0) ?? 0).toString(16))
    .join("");
  return digits.slice(0, 40).padEnd(40, "0");
}

function gateOf({ quality, findings }: Sample): NonNullable<TaskView["gate"]> {
  if (quality.every((passed) => !passed)) return "fail";
  if (quality.includes(false) || findings.some(({ severity }) => severity === "major"))
    return "needs_fixes";
  return findings.length > 0 ? "pass_with_warnings" : "pass";
}

function changeOf({ files }: Sample) {
  const lines = files.flatMap(({ patch }) => patch.split("\n").slice(3));
  return {
    files: files.length,
    linesAdded: lines.filter((line) => line.startsWith("+") && !line.startsWith("+++")).length,
    linesDeleted: lines.filter((line) => line.startsWith("-") && !line.startsWith("---")).length,
    unshown: [],
    weakenedTests: [],
    policy: null,
  };
}

function planOf({ mode, labels }: Sample) {
  return {
    type: "code",
    mode,
    risk: labels.includes("security") ? 7 : 2,
    scope: "small",
    domains: labels.includes("security") ? ["auth"] : [],
    chain: ["self", "peer", "owner"],
    protectedPaths: [],
    skipped: [],
    dropped: [],
    notes: [],
  };
}

const COMMON = {
  human: false,
  quorum: 1,
  because: [{ entry: "checks", fact: "every change" }],
  withoutResult: [],
};

function checkOf(at: number, passed: boolean): RequirementView {
  const name = CHECKS[at] ?? "";
  const summary = (passed ? PASSED : FAILED)[at] ?? "";
  return {
    ...COMMON,
    id: `check:${name}`,
    stage: 0,
    kind: "check",
    who: [name],
    layers: [],
    status: passed ? "satisfied" : "objected",
    verdicts: [
      {
        id: `vrd_${at}`,
        by: name,
        byKind: "check",
        opinion: passed ? "approved" : "concerns",
        summary,
        findings: [],
        costUsd: 0,
        sandboxed: true,
      },
    ],
  };
}

function layersOf({ agent, mode, state, atWork }: Sample, me: string): RequirementView[] {
  const peer = agent === "agent-2" ? "agent-1" : "agent-2";
  const done = (layer: "self" | "peer", who: string): RequirementView => ({
    ...COMMON,
    id: `layer:${layer}`,
    stage: 1,
    kind: layer,
    who: [who],
    layers: [layer],
    status: "satisfied",
    verdicts: [
      {
        id: `vrd_${layer}`,
        by: who,
        byKind: "agent",
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 0,
        sandboxed: true,
      },
    ],
  });
  const because = [
    {
      entry: mode === "per-task" ? "modes.labels.security" : "modes.default",
      fact: `mode ${mode}`,
    },
  ];
  const owner: RequirementView = {
    ...COMMON,
    id: "layer:owner",
    stage: 2,
    kind: "owner",
    who: [me],
    human: true,
    layers: ["owner"],
    because,
    status: state === "done" ? "satisfied" : atWork === undefined ? "waiting" : "later",
    verdicts: [],
  };
  return [done("self", agent), done("peer", peer), ...panelOf(atWork), owner];
}

/** Returns the reviewers that are still at work. */
function panelOf(who: Sample["atWork"]): RequirementView[] {
  if (who === undefined) return [];
  return [
    {
      ...COMMON,
      id: "panel",
      stage: 1,
      kind: "agent",
      who: [...who],
      layers: [],
      status: "waiting",
      verdicts: [],
    },
  ];
}

function findingsOf({ findings, iterations }: Sample): TaskView["findings"] {
  return findings.map(({ severity, message, file, line, by, satisfiedWhen }, index) => ({
    id: `F-${index + 1}`,
    fingerprint: ZEROS,
    severity,
    category: "security",
    file,
    line,
    message,
    satisfiedWhen,
    confidence: 0.86,
    raisedBy: [by],
    rounds: [iterations],
    disposition: { is: "open" },
  }));
}

function decisionOf({ findings }: Sample, gate: NonNullable<TaskView["gate"]>) {
  const number = (severity: string): number =>
    findings.filter((one) => one.severity === severity).length;
  return {
    effect: "wait" as const,
    stage: 2,
    complete: false,
    outstanding: ["layer:owner"],
    gate,
    counts: { critical: 0, major: number("major"), warning: number("warning"), info: 0 },
    flags: [],
    reasons: [],
    policyDigest: ZEROS,
    inputsDigest: ZEROS,
    deciderVersion: 1,
  };
}
