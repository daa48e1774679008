import { type Actor, type Command, normalize } from "../../packages/core/src/index.ts";

export const ORG = "acme";
export const REPO = "shop";
export const REVIEWERS = ["reads-code", "reads-tests", "reads-docs"] as const;

/** Returns a policy in which three agents review each change, without people. */
export function policyWith(strategy: "merge" | "none", more: object = {}): object {
  return {
    people: { owner: ["ana"] },
    reviewers: [
      ...["integrity", "secrets"].map((id) => reviewer(id, "check", "builtin")),
      ...REVIEWERS.map((id) => reviewer(id, "agent", "acp")),
    ],
    rules: [],
    policies: [
      {
        id: "universal",
        when: "always",
        require: REVIEWERS.map((reviewer) => ({ reviewer })),
        priority: 100,
        description: "Every change",
      },
    ],
    panel: null,
    modes: { default: "skip", floor: "skip", autoApprove: { enabled: true } },
    chains: { code: ["self"], internal_document: ["self"] },
    chainOverrides: {},
    inferTypes: [],
    checks: [],
    prepare: { run: null },
    merge: { strategy, graceSeconds: 0 },
    ...more,
  };
}

function reviewer(id: string, kind: string, adapter: string): object {
  return { id, name: id, kind, adapter, description: "Reads the change" };
}

/** A command in a task's life, and its actor. */
export type LifeCommand = { command: Command; actor: Actor };

const AUTHOR: Actor = { id: "claude", kind: "agent", planner: false };
const ENGINE: Actor = { id: "countersign", kind: "system", planner: false };
const TREE = "1".repeat(40);
const CONTENT = {
  repo: REPO,
  target: "main",
  base: "b".repeat(40),
  head: "2".repeat(40),
  tree: TREE,
};

/** Lists all commands of a task from its creation to its merge. */
export function createTaskLife(id: string): LifeCommand[] {
  const engine = (command: Command): LifeCommand => ({ command, actor: ENGINE });
  return [
    {
      actor: AUTHOR,
      command: {
        type: "create",
        id,
        title: "Limit the rate of requests",
        repo: REPO,
        taskType: null,
        department: null,
        priority: "P1",
        labels: [],
        assignee: AUTHOR.id,
        authorFamily: null,
        sponsor: "ana",
      },
    },
    {
      actor: AUTHOR,
      command: {
        type: "submit",
        content: CONTENT,
        signal: "DONE",
        summary: "Requests are limited per key.",
        askedType: null,
        committers: [],
        answers: [],
      },
    },
    engine({ type: "plan_round", round: 1, facts: factsOf(3), gaps: [] }),
    answerOf(id, "check", "integrity"),
    ...REVIEWERS.map((name) => answerOf(id, "agent", name)),
    engine({ type: "merge_started" }),
    engine({ type: "merged", tree: TREE }),
  ];
}

function answerOf(task: string, kind: "check" | "agent", name: string): LifeCommand {
  return {
    actor: { id: name, kind, planner: false },
    command: {
      type: "record_verdict",
      id: `vrd_${task.replaceAll("-", "")}${name.replaceAll("-", "")}`,
      of: "round",
      number: 1,
      tree: TREE,
      requirement: `${kind}:${name}`,
      opinion: "approved",
      summary: "Reads well, and its tests would fail without it.",
      findings: [],
      costUsd: 0,
      sandboxed: true,
    },
  };
}

function factsOf(files: number) {
  return normalize({
    content: CONTENT,
    entries: Array.from({ length: files }, (_, at) => ({
      path: `src/part-${at}.ts`,
      status: "modified" as const,
      oldMode: "100644",
      newMode: "100644",
      oldId: "0".repeat(40),
      newId: "1".repeat(40),
      added: 10,
      deleted: 3,
    })),
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
  });
}
