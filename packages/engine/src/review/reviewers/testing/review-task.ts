import {
  type Content,
  type Context,
  createTask,
  loadPolicy,
  normalize,
  type Policy,
  type Reviewer,
  type Task,
  transition,
} from "@countersign/core";

export type Actor = Context["actor"];

const NOW_MS = 1_800_000_000_000;
const AUTHOR: Actor = { id: "author", kind: "agent", planner: false };
const SYSTEM: Actor = { id: "countersign", kind: "system", planner: false };

/** A policy with these agents as the only reviewers besides the built-in ones. */
export function policyWith(reviewers: readonly object[], more: object = {}): Policy {
  const loaded = loadPolicy({
    people: { owner: ["ana"] },
    profile: "pipeline",
    rules: [
      {
        id: "own-01",
        name: "Division",
        severity: "major",
        reviewer: "reader",
        category: "correctness",
        description: "It breaks",
        detection: "a division without a look at the divisor",
        recommendation: "Look at it",
      },
    ],
    policies: [
      {
        id: "universal",
        when: "always",
        require: reviewers.map((entry) => ({ reviewer: "id" in entry ? entry.id : "" })),
        description: "Every change",
      },
    ],
    reviewers: [
      {
        id: "integrity",
        name: "Integrity",
        kind: "check",
        adapter: "builtin",
        description: "Every plan has it",
      },
      ...reviewers.map((entry) => ({
        name: "Reader",
        kind: "agent",
        adapter: "claude",
        timeout: "20s",
        description: "Reads the change",
        ...entry,
      })),
    ],
    ...more,
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 2));
  return loaded.policy;
}

export function policyReviewer(policy: Policy, id: string): Reviewer {
  const found = policy.reviewers.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`no reviewer ${id}`);
  return found;
}

export function policyContext(policy: Policy, actor: Actor): Context {
  const holds = { agent: false, sprint: false, repo: false };
  return { actor, nowMs: NOW_MS, policy, roster: [], holds, dismissals: [] };
}

/** A task whose first round is planned for this content. */
export function taskInReview(policy: Policy, content: Content): Task {
  const created = createTask(
    {
      type: "create",
      id: "cs-a",
      title: "Divide evenly",
      repo: content.repo,
      taskType: null,
      department: null,
      priority: "P1",
      labels: [],
      assignee: null,
      authorFamily: null,
      sponsor: null,
    },
    policyContext(policy, AUTHOR),
  );
  return nextRound(created.task, policy, content);
}

/** The task with this content submitted and planned. */
export function nextRound(task: Task, policy: Policy, content: Content): Task {
  const handedIn = transition(
    task,
    {
      type: "submit",
      content,
      signal: "DONE",
      summary: "I made it perfect",
      askedType: null,
      committers: [],
      answers: [],
    },
    policyContext(policy, AUTHOR),
  ).task;
  const round = handedIn.round?.number ?? 1;
  return transition(
    handedIn,
    { type: "plan_round", round, facts: factsOf(content), gaps: [] },
    policyContext(policy, SYSTEM),
  ).task;
}

function factsOf(content: Content) {
  const entry = {
    path: "src/divide.ts",
    status: "modified",
    oldMode: "100644",
    newMode: "100644",
    oldId: "0".repeat(40),
    newId: "1".repeat(40),
    added: 10,
    deleted: 0,
  } as const;
  const none = { patches: [], generatedPaths: [], keyChanges: [], tooLarge: [] };
  return normalize({ content, entries: [entry], commits: [], ...none });
}
