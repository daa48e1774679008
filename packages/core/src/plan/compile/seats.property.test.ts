import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAgentOf } from "../../policy/actor-names.ts";
import { assignmentOf, factsOf, rule, UNIVERSAL } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { times } from "../../testing/scale.ts";
import { buildRoster, LIVE_CONNECTION_MS, type RosterCredential } from "../build-roster.ts";
import { NO_REVIEWER } from "../eligible.ts";
import type { Plan, Requirement } from "../schema.ts";
import { compilePlan } from "./compile-plan.ts";

const RUNS = times(1_000, 1_000);
const NOW = 10_000_000;
const one = fc.constantFrom;

const NAMES = ["claude", "codex", "gemini", "dev-2", "demo-agent", "a", "robo"];
const REPOS = ["shop", "mono"];

const credential: fc.Arbitrary<RosterCredential> = fc.record({
  actor: one(...NAMES),
  role: one("author", "reviewer", "reviewer", "planner"),
  department: one(undefined, "engineering", "finance"),
  modelFamily: one(undefined, "claude", "gpt"),
  task: one(null, null, "cs-1", "cs-2"),
  connections: fc.array(
    fc.record({
      repo: one(...REPOS),
      seenMs: one(NOW, NOW - 1_000, NOW - LIVE_CONNECTION_MS, NOW - 3_600_000),
    }),
    { maxLength: 2 },
  ),
});

const ana: RosterCredential = { actor: "ana", role: "human", task: null, connections: [] };

const policies = one(
  ...fc
    .sample(
      fc.record({
        peers: fc.record({ whenNone: one("reviewer", "person", "skip") }),
        people: fc.record({ owner: one(["ana"], ["ana", "ben"]), csuite: one(["ceo"], ["robo"]) }),
        departments: fc.record({
          engineering: fc.record({ head: one("cto", "robo"), agents: one([], ["codex", "robo"]) }),
        }),
        chains: fc.record({
          code: one(
            ["self", "peer"],
            ["self", "peer", "department_head"],
            ["self", "peer", "csuite"],
          ),
        }),
        policies: one(
          [UNIVERSAL],
          [UNIVERSAL, rule("two", "always", { layer: "peer", quorum: 2 })],
        ),
        domains: fc.constant([]),
        rules: fc.constant([]),
      }),
      { numRuns: 60, seed: 5 },
    )
    .map((file) => policyOf(file)),
);

const inputs = fc.record({
  policy: policies,
  credentials: fc.array(credential, { maxLength: 6 }),
  ready: fc.subarray(["codex", "gemini", "robo"]),
  repo: one(...REPOS),
  authors: fc.subarray(NAMES, { maxLength: 2 }),
  department: one(undefined, "engineering"),
  statedBy: one("person", "author"),
  authorFamily: one(undefined, "claude", "gpt"),
});

/** The definition itself, in other words than the code's. */
function canAnswer(
  name: string,
  { credentials, ready, repo }: Pick<Input, "credentials" | "repo"> & { ready: readonly string[] },
): boolean {
  if (ready.includes(name)) return true;
  return credentials.some(
    ({ actor, role, task, connections }) =>
      actor === name &&
      role === "reviewer" &&
      (task === null || task === "cs-1") &&
      connections.some((it) => it.repo === repo && it.seenMs > NOW - LIVE_CONNECTION_MS),
  );
}

type Input = typeof inputs extends fc.Arbitrary<infer Given> ? Given : never;

/** The plan of a random task, and the reviewers that the engine could run for it. */
function planned({ policy, credentials, ready, repo, authors, ...stated }: Input) {
  const registry = policy.reviewers.filter(({ id }) => ready.includes(id));
  const roster = buildRoster({
    repo,
    task: "cs-1",
    nowMs: NOW,
    credentials: [...credentials, ana],
    engineRun: policy.reviewers.filter(({ kind }) => kind === "agent").map(({ id }) => id),
    runnable: registry.map(({ id, modelFamily: family }) => ({
      id,
      modelFamily: family ?? undefined,
    })),
    openSeats: {},
  });
  const assignment = assignmentOf({ ...stated, authors, assignee: "claude" });
  const plan = compilePlan({ facts: factsOf(), policy, roster, assignment, gaps: [] });
  return { plan, run: registry.map(({ id }) => id) };
}

/** What is wrong with the actors of a layer; null: nothing. */
function wrongSeat(
  { who, kind, human }: Requirement,
  run: readonly string[],
  { credentials, repo, authors, policy }: Input,
): string | null {
  if (who.some((name) => authors.includes(name) || name === "claude"))
    return `an author sits in ${kind}`;
  const isPerson = (name: string) => name === NO_REVIEWER || !isAgentOf(name, policy);
  const isAble = (name: string) => canAnswer(name, { credentials, ready: run, repo });
  return who.every(human ? isPerson : isAble) ? null : `${who.join(", ")} cannot answer ${kind}`;
}

/** A peer layer that is neither asked nor skipped with a reason is gone without a word. */
function isSilent({ requirements, skipped }: Plan): boolean {
  const isAsked = requirements.some(({ layers }) => layers.includes("peer"));
  const skip = skipped.find(({ layer }) => layer === "peer");
  return !isAsked && (skip?.detail ?? "") === "";
}

/** Which ways of filling a seat a plan shows. */
function branchesOf({ requirements, skipped }: Plan, run: readonly string[]) {
  const layers = requirements.filter((it) => it.layers.length > 0 && it.kind !== "self");
  const agents = layers.filter(({ human }) => !human).flatMap(({ who }) => who);
  const facts = layers.flatMap(({ because }) => because.map(({ fact }) => fact));
  return {
    engine: agents.some((name) => run.includes(name)),
    connection: agents.some((name) => !run.includes(name)),
    skipped: skipped.some(({ layer }) => layer === "peer"),
    person: layers.some((it) => it.human && it.layers.includes("peer")),
    headPassedOn: facts.some((fact) => fact.includes("cannot answer now")),
  };
}

describe("the seats of a plan", () => {
  it("go to actors that can answer and to no author, or the plan says why the layer is skipped [R-082]", () => {
    const seen = new Map<string, number>();
    const holds = (input: Input) => {
      const { plan, run } = planned(input);
      const layers = plan.requirements.filter((it) => it.layers.length > 0 && it.kind !== "self");
      const wrong = layers.map((requirement) => wrongSeat(requirement, run, input));
      expect(wrong.filter((text) => text !== null)).toEqual([]);
      expect(isSilent(plan)).toBe(false);
      for (const [branch, is] of Object.entries(branchesOf(plan, run)))
        seen.set(branch, (seen.get(branch) ?? 0) + Number(is));
    };
    fc.assert(fc.property(inputs, holds), { numRuns: RUNS });

    expect([...seen].filter(([, count]) => count < RUNS * 0.02)).toEqual([]);
    expect(seen.size).toBe(5);
  });
});
