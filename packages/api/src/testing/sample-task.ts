import type { TaskView } from "../schemas/task-view.ts";

type Requirement = NonNullable<TaskView["round"]>["requirements"][number];

function layer(
  name: "self" | "peer" | "owner",
  status: Requirement["status"],
  who: string,
): Requirement {
  return {
    id: `layer:${name}`,
    stage: 1,
    kind: name,
    who: [who],
    human: name === "owner",
    quorum: 1,
    layers: [name],
    because: [],
    status,
    verdicts: [],
    withoutResult: [],
  };
}

/** A task in its second round, which waits for a peer. */
export function sampleTask(view: Partial<TaskView> = {}): TaskView {
  return {
    id: "cs-1",
    seq: 9,
    title: "Title",
    repo: "shop",
    state: "reviewing",
    turn: { holder: "agent", who: "codex" },
    deadlineMs: null,
    type: null,
    department: null,
    priority: "P1",
    labels: [],
    assignee: "claude-code",
    authors: ["claude-code"],
    sponsor: null,
    sponsors: [],
    location: null,
    origin: null,
    attempt: 1,
    attemptLimit: 3,
    costUsd: 0,
    budgetUsd: null,
    gate: "pass",
    round: {
      number: 2,
      content: {
        repo: "shop",
        target: "main",
        base: "a".repeat(40),
        head: "b".repeat(40),
        tree: "c".repeat(40),
      },
      signal: "DONE",
      summary: "",
      change: null,
      plan: {
        type: "code",
        mode: "batch",
        risk: 1,
        scope: "small",
        domains: [],
        chain: ["self", "peer", "department_head"],
        protectedPaths: [],
        skipped: [{ layer: "department_head", reason: "department_unknown", detail: null }],
        dropped: [],
        notes: [],
      },
      requirements: [
        layer("self", "satisfied", "claude-code"),
        layer("peer", "waiting", "codex"),
        layer("owner", "later", "ana"),
      ],
      noResult: [],
      clarified: false,
      overridden: false,
      decision: null,
    },
    checkup: null,
    hold: null,
    grace: null,
    mergeWaits: null,
    rejectReason: null,
    findings: [],
    feedback: [],
    issues: [],
    flags: [],
    batchObstacles: [],
    atWork: [],
    ...view,
  };
}
