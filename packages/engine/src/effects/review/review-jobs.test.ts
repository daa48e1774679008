import { createTask, type RosterEntry, transition } from "@countersign/core";
import { describe, expect, it } from "vitest";
import {
  ana,
  create,
  factsOf,
  policyRequiring,
  submit,
  testContext,
  worker,
} from "../../testing/task-commands.ts";
import { planEffects } from "../effect-table.ts";

const policy = policyRequiring("secrets", "security-reviewer");

const engine = { id: "system", kind: "system" as const, planner: false };

/** Returns the reviewers for which the plan of a round creates a job. */
function askedWith(roster: readonly RosterEntry[]): string[] {
  const context = (actor: typeof ana) => ({ ...testContext(actor), policy, roster: [...roster] });
  const created = createTask(create("cs-a"), context(ana)).task;
  const submitted = transition(created, submit(), context(worker("agent-1"))).task;
  const plan = { type: "plan_round" as const, round: 1, facts: factsOf(), gaps: [] };
  const { task, effects } = transition(submitted, plan, context(engine));
  const batch = {
    org: "acme",
    task,
    seq: task.seq,
    nowMs: 1_000,
    context: context(engine),
    effects,
  };
  return planEffects(batch)
    .jobs.filter(({ kind }) => kind === "review")
    .map(({ payload }) => String(payload.reviewer));
}

const agent = (id: string, more: Partial<RosterEntry> = {}): RosterEntry => ({
  id,
  kind: "agent",
  load: 0,
  ...more,
});

describe("a planned round", () => {
  it("has a job for a reviewer that the engine runs", () => {
    const roster = [agent("security-reviewer", { reachedBy: "engine" })];
    expect(askedWith(roster)).toContain("security-reviewer");
  });

  it("has no job for a connected reviewer, which submits its verdict by itself", () => {
    const asked = askedWith([agent("security-reviewer")]);
    expect(asked).not.toContain("security-reviewer");
    expect(asked).toContain("integrity");
  });

  it("has a job for a reviewer that nobody can reach, which records the missing result", () => {
    expect(askedWith([])).toContain("security-reviewer");
  });

  it("has a job for a check even if a connected agent uses its name", () => {
    expect(askedWith([agent("secrets")])).toContain("secrets");
  });
});
