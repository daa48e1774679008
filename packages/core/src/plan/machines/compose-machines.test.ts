import { describe, expect, it } from "vitest";
import { assignmentOf, barePolicy, rule, UNIVERSAL } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import type { Assignment, Gap } from "../schema.ts";
import type { Situation } from "./check-when.ts";
import { composeMachines } from "./compose-machines.ts";

const DOMAINS = [
  { id: "money", globs: ["**/billing/**"], risk: 3, description: "Money" },
  { id: "ui", globs: ["**/*.css"], description: "Looks" },
];

const SITUATION: Situation = {
  domains: ["money"],
  risk: 8,
  types: ["code"],
  labels: ["security"],
  paths: ["src/billing/a.ts"],
};

type Given = { policies?: object[]; file?: object; assignment?: Partial<Assignment>; gaps?: Gap[] };

function composed({ policies = [], file = {}, assignment = {}, gaps = [] }: Given = {}) {
  const policy = barePolicy({ domains: DOMAINS, policies: [UNIVERSAL, ...policies], ...file });
  return composeMachines(SITUATION, policy, assignmentOf(assignment), { gaps });
}

function idsOf(given: Given): string[] {
  return composed(given).machines.map(({ id }) => id);
}

/** Conditions that hold here, and others beside which they do not. */
const BESIDE = { riskAtLeast: 1, label: "security" };
const CONDITIONS: [string, object, object][] = [
  ["domain", { domain: "money" }, { domain: "ui" }],
  ["risk", { riskAtLeast: 8 }, { riskAtLeast: 9 }],
  ["type", { type: "code" }, { type: "customer_facing" }],
  ["label", { label: "security" }, { label: "docs" }],
  ["path", { paths: ["**/billing/**"] }, { paths: ["docs/**"] }],
];

describe("a condition beside others", () => {
  it.each(CONDITIONS)("decides in a policy: %s", (_, holds, fails) => {
    const policies = [
      rule("first", { ...BESIDE, ...holds }, { reviewer: "codex" }),
      rule("second", { ...BESIDE, ...fails }, { reviewer: "gemini" }),
    ];

    expect(idsOf({ policies })).toEqual(["check:integrity", "agent:codex"]);
  });

  it.each(CONDITIONS)("decides in a reviewer's own entry: %s", (_, holds, fails) => {
    const about = { kind: "agent", adapter: "codex", description: "Reads" };
    const reviewers = [
      { id: "first", name: "First", ...about, when: { ...BESIDE, ...holds } },
      { id: "second", name: "Second", ...about, when: { ...BESIDE, ...fails } },
    ];

    expect(idsOf({ file: { reviewers } })).toEqual(["check:integrity", "agent:first"]);
  });
});

describe("stage 0", () => {
  it("has the integrity check in every plan, also if no policy asks for it [C19]", () => {
    const policies = [{ ...UNIVERSAL, require: [{ reviewer: "secrets" }] }];

    expect(idsOf({ file: { policies } })).toEqual(["check:integrity", "check:secrets"]);
  });

  it("says who asked for each machine and on which terms [R-243]", () => {
    expect(composed().machines).toEqual([
      {
        id: "check:integrity",
        kind: "check",
        table: "severity",
        who: ["integrity"],
        human: false,
        quorum: 1,
        delivery: "now",
        onUnavailable: "escalate",
        timeoutMs: 600_000,
        retries: 1,
        budgetUsd: 1,
        layers: [],
        because: [
          { entry: "integrity", fact: "every change" },
          { entry: "policies.universal", fact: "every change" },
        ],
      },
    ]);
  });

  it("has the configured checks with their own timeouts", () => {
    const checks = [{ id: "tests", run: "npm test", timeout: "2m" }];

    expect(composed({ file: { checks } }).machines[1]).toMatchObject({
      id: "check:tests",
      kind: "check",
      who: ["tests"],
      timeoutMs: 120_000,
      retries: 1,
      budgetUsd: null,
      because: [{ entry: "checks.tests", fact: "every change" }],
    });
  });

  it.each([
    ["domain", { domain: "money" }, "domain money"],
    ["risk", { riskAtLeast: 7 }, "risk 8 (at least 7)"],
    ["type", { type: "code" }, "type code"],
    ["label", { label: "security" }, "label security"],
    ["path", { paths: ["**/billing/**"] }, "path src/billing/a.ts"],
  ])("has the reviewer of a policy by %s [R-011] [R-093]", (_, when, fact) => {
    const policies = [rule("p", when, { reviewer: "finance-sme" })];

    expect(composed({ policies }).machines[1]).toMatchObject({
      id: "agent:finance-sme",
      kind: "agent",
      table: "severity",
      who: ["finance-sme"],
      because: [{ entry: "policies.p", fact }],
    });
  });

  it("takes timeout, retries and budget from the registry [R-016] [R-095]", () => {
    const slow = { timeout: "20m", retries: 4, budgetUsd: 9 };
    const reviewers = policyOf().reviewers.map((entry) =>
      entry.id === "codex" ? { ...entry, ...slow } : entry,
    );
    const policies = [rule("p", "always", { reviewer: "codex" })];

    expect(composed({ policies, file: { reviewers } }).machines[1]).toMatchObject({
      timeoutMs: 1_200_000,
      retries: 4,
      budgetUsd: 9,
    });
  });

  it("orders policies by priority, equal ones by id [R-094]", () => {
    const policies = [
      { ...rule("b", "always", { reviewer: "codex" }), priority: 10 },
      { ...rule("c", "always", { reviewer: "gemini" }), priority: 90 },
      { ...rule("a", "always", { reviewer: "finance-sme" }), priority: 10 },
    ];
    const order = ["check:integrity", "agent:gemini", "agent:finance-sme", "agent:codex"];

    expect(idsOf({ policies })).toEqual(order);
    expect(idsOf({ policies: policies.toReversed() })).toEqual(order);
  });

  it("asks a reviewer once, for every reason, with the highest quorum", () => {
    const policies = [
      rule("a", { domain: "money" }, { reviewer: "codex" }),
      rule("b", { riskAtLeast: 1 }, { reviewer: "codex" }),
    ];
    const { machines } = composed({ policies });

    expect(machines).toHaveLength(2);
    expect(machines[1]).toMatchObject({
      quorum: 1,
      because: [
        { entry: "policies.a", fact: "domain money" },
        { entry: "policies.b", fact: "risk 8 (at least 1)" },
      ],
    });
  });

  it("keeps the higher of two quorums whichever comes first", () => {
    const demand = (id: string, quorum: number) => ({
      id,
      when: "always" as const,
      require: [{ reviewer: "codex", quorum }],
      priority: 50,
      description: "For a test",
    });

    for (const quorums of [
      [1, 2],
      [2, 1],
    ] as const) {
      const policies = quorums.map((quorum, i) => demand(`p${i}`, quorum));
      const { machines } = composeMachines(
        SITUATION,
        { ...barePolicy(), policies },
        assignmentOf(),
        { gaps: [] },
      );
      expect(machines[1]).toMatchObject({ id: "agent:codex", quorum: 2 });
    }
  });

  it("hands layers on to the chain with their reasons", () => {
    const policies = [rule("high-risk", { riskAtLeast: 7 }, { layer: "owner", quorum: 1 })];

    expect(composed({ policies }).layers).toEqual([
      {
        layer: "owner",
        quorum: 1,
        because: { entry: "policies.high-risk", fact: "risk 8 (at least 7)" },
      },
    ]);
  });
});

describe("near misses", () => {
  it("say of each policy that did not fire what it needs", () => {
    const policies = [
      rule("ui", { domain: "ui" }, { reviewer: "design-auditor" }),
      {
        ...rule("nine", { riskAtLeast: 9 }, { reviewer: "codex" }, { layer: "owner" }),
        priority: 60,
      },
    ];
    const { near, machines, layers } = composed({ policies });

    expect(machines).toHaveLength(1);
    expect(layers).toEqual([]);
    expect(near).toEqual([
      { reviewer: "codex", entry: "policies.nine", needs: "risk at least 9 (is 8)" },
      { reviewer: "layer:owner", entry: "policies.nine", needs: "risk at least 9 (is 8)" },
      { reviewer: "design-auditor", entry: "policies.ui", needs: "domain ui" },
    ]);
  });
});

describe("gaps", () => {
  const gap = { concern: "Nobody reads it", foundBy: "gap-rules", proposal: "" };

  it("add a reviewer, or a reason for one that is asked already [R-067]", () => {
    const gaps = [
      { ...gap, reviewer: "codex" },
      { ...gap, reviewer: "integrity" },
    ];
    const because = { entry: "gaps", fact: "Nobody reads it" };
    const { machines } = composed({ gaps });

    expect(machines.map(({ id }) => id)).toEqual(["check:integrity", "agent:codex"]);
    expect(machines[0]?.because.at(-1)).toEqual(because);
    expect(machines[1]).toMatchObject({ quorum: 1, because: [because] });
  });

  it("may name somebody whom the registry does not know: an agent on the general terms", () => {
    const file = { limits: { machineDeadline: "9m", costUsdPerReview: 2 } };

    expect(composed({ file, gaps: [{ ...gap, reviewer: "stranger" }] }).machines[1]).toMatchObject({
      id: "agent:stranger",
      kind: "agent",
      who: ["stranger"],
      timeoutMs: 540_000,
      retries: 0,
      budgetUsd: 2,
    });
  });

  it("may name a configured check", () => {
    const checks = [{ id: "tests", run: "npm test", timeout: "2m" }];
    const { machines } = composed({ file: { checks }, gaps: [{ ...gap, reviewer: "tests" }] });

    expect(machines[1]).toMatchObject({
      id: "check:tests",
      because: [{ entry: "checks.tests" }, { entry: "gaps" }],
    });
  });
});
