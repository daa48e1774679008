import type { Facts, FileFact } from "../content/schema.ts";
import { digestOf } from "../kernel/digest.ts";
import { compilePlan, type PlanInput } from "../plan/compile/compile-plan.ts";
import { type Assignment, type Plan, Requirement, type RosterEntry } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import { policyOf } from "./policy-of.ts";

/** A policy that asks for nothing but the integrity check, so that a test sees only what it adds. */
export function barePolicy(file: Readonly<Record<string, unknown>> = {}): Policy {
  return policyOf({ domains: [], rules: [], policies: [UNIVERSAL], ...file });
}

export const UNIVERSAL = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }],
  priority: 100,
  description: "Every change",
};

/** A policy entry that asks for a reviewer, or for whatever `require` says. */
export function rule(id: string, when: unknown, ...require: unknown[]): Record<string, unknown> {
  return { id, when, require, description: "For a test" };
}

export function fileOf(path: string, more: Partial<FileFact> = {}): FileFact {
  return {
    path,
    status: "modified",
    kind: "file",
    modeChanged: false,
    binary: false,
    generated: false,
    added: 1,
    deleted: 0,
    ...more,
  };
}

export function factsOf(
  files: readonly (string | FileFact)[] = ["src/a.ts"],
  more: Partial<Facts> = {},
): Facts {
  const facts = {
    content: {
      repo: "shop",
      target: "main",
      base: "a".repeat(40),
      head: "b".repeat(40),
      tree: "c".repeat(40),
    },
    files: files.map((file) => (typeof file === "string" ? fileOf(file) : file)),
    linesAdded: 0,
    linesDeleted: 0,
    commits: [],
    unshown: [],
    weakenedTests: [],
    changedKeys: [],
    ...more,
  };
  return { digest: digestOf(facts), ...facts };
}

/** A task of engineering, written by `claude`. */
export function assignmentOf(more: Partial<Assignment> = {}): Assignment {
  return {
    title: "Implement the thing",
    department: "engineering",
    statedBy: "person",
    assignee: "claude",
    authors: ["claude"],
    labels: [],
    modeChoices: [],
    avoid: [],
    ...more,
  };
}

export function agentOf(id: string, more: Partial<RosterEntry> = {}): RosterEntry {
  return { id, kind: "agent", department: "engineering", load: 0, ...more };
}

export function personOf(id: string): RosterEntry {
  return { id, kind: "human", load: 0 };
}

export function planOf(input: Partial<PlanInput> = {}): Plan {
  return compilePlan({
    facts: factsOf(),
    policy: barePolicy(),
    roster: [agentOf("claude"), agentOf("dev-2")],
    assignment: assignmentOf(),
    gaps: [],
    ...input,
  });
}

export function idsOf({ requirements }: Plan): string[] {
  return requirements.map(({ id }) => id);
}

export function requirementOf({ requirements }: Plan, id: string): Requirement {
  return Requirement.parse(requirements.find((requirement) => requirement.id === id));
}
