import { describe, expect, it } from "vitest";
import type { Policy } from "../policy.ts";
import type { Problem } from "../problem.ts";
import { loadPolicy } from "./load-policy.ts";

function load(file: unknown, base?: unknown): Policy {
  const loaded = loadPolicy(file, { base });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

function problemsOf(file: unknown, base?: unknown): Problem[] {
  const loaded = loadPolicy(file, { base });
  return loaded.ok ? [] : loaded.problems;
}

describe("loadPolicy", () => {
  it("accepts an empty file, which means every default [R-231]", () => {
    const policy = load({});

    expect(policy).toMatchObject({
      version: 1,
      profile: "default",
      modes: { default: "batch", floor: "batch" },
      limits: { attempts: 3, reassignAfter: 2 },
      silence: { agent: "15m", run: "15m" },
      onUnavailable: "complete",
      panel: null,
    });
    expect(policy.chains).toEqual({
      code: ["self", "peer"],
      marketing_internal: ["self", "department_head"],
      marketing_external: ["self", "peer", "department_head", "owner"],
      financial_report: ["self", "peer", "csuite"],
      customer_facing: ["self", "department_head", "owner"],
      strategic_plan: ["department_head", "csuite", "owner"],
      internal_document: ["self"],
    });
  });

  it("merges objects key by key and replaces lists", () => {
    const policy = load({
      limits: { attempts: 5 },
      chains: { legal: ["owner"] },
      feedback: { quickIssues: ["Too long"] },
    });

    expect(policy.limits).toMatchObject({ attempts: 5, reassignAfter: 2 });
    expect(policy.chains).toMatchObject({ legal: ["owner"], code: ["self", "peer"] });
    expect(policy.feedback.quickIssues).toEqual(["Too long"]);
  });

  it("reads auto-approve as another spelling of auto [C15]", () => {
    expect(load({ modes: { default: "auto-approve" } }).modes.default).toBe("auto");
  });

  it.each([
    [null, "The policy must be an object, as in {}"],
    [[], "The policy must be an object, as in {}"],
    ["{}", "The policy must be an object, as in {}"],
    [7, "The policy must be an object, as in {}"],
    [undefined, "Not a JSON value"],
    [() => 1, "Not a JSON value"],
    [new Map(), "Not a JSON value"],
  ])("refuses %s, which is not an object", (file, reason) => {
    expect(problemsOf(file)).toEqual([{ path: "", reason }]);
  });

  it("names every problem at once, with what was probably meant [R-157] [R-242]", () => {
    const file = {
      trsut: {},
      trust: { seperation: "agent" },
      profile: "strikt",
      limits: { attempts: "3", lease: "soon", reminders: [], costUsdPerDay: -1 },
      modes: { labels: { docs: { mode: "skipp" } } },
      gate: { maxFindingsShown: 1.5 },
      people: { escalateTo: ["ceoo"] },
      panel: { members: ["codx"], quorum: 1 },
    };

    expect(problemsOf(file)).toEqual([
      {
        path: "profile",
        reason: "Must be one of default, strict, chains, modes, cycles, panel, pipeline",
        didYouMean: "strict",
      },
      { path: "trust.seperation", reason: "There is no such key", didYouMean: "separation" },
      {
        path: "modes.labels.docs.mode",
        reason: "Must be one of per-task, batch, auto, skip, auto-approve",
        didYouMean: "skip",
      },
      { path: "gate.maxFindingsShown", reason: "Must be a whole number, not a number" },
      { path: "limits.attempts", reason: "Must be a number, not a text" },
      { path: "limits.lease", reason: "Must be a duration such as 30s, 15m, 4h or 3d" },
      { path: "limits.costUsdPerDay", reason: "Must be at least 0" },
      { path: "trsut", reason: "There is no such key", didYouMean: "trust" },
      { path: "panel.members[0]", reason: "There is no reviewer codx", didYouMean: "codex" },
      { path: "people.escalateTo[0]", reason: "There is no person ceoo", didYouMean: "ceo" },
    ]);
  });

  it.each([
    ["version", { version: 2 }, "Must be 1"],
    ["carry.default", { carry: { default: "same-tree" } }, "Must be none"],
    ["trust.policyFrom", { trust: { policyFrom: "branch" } }, "Must be target"],
  ])("refuses any value of %s but the one that there is", (path, file, reason) => {
    expect(problemsOf(file)).toEqual([{ path, reason }]);
  });

  it("shows the first 200 of very many problems", () => {
    const problems = problemsOf({ rules: Array.from({ length: 100 }, () => ({})) });

    expect(problems).toHaveLength(201);
    expect(problems.at(-1)).toEqual({
      path: "",
      reason: "There are more; these are the first 200",
    });
  });
});

describe("the digest", () => {
  it("does not change with the order of keys", () => {
    const one = load({ limits: { attempts: 2, mergeRetries: 1 }, profile: "strict" });
    const other = load({ profile: "strict", limits: { mergeRetries: 1, attempts: 2 } });

    expect(one.digest).toBe(other.digest);
  });

  it("is the same for a default left out and a default written down [R-018]", () => {
    expect(load({ limits: { attempts: 3 }, modes: { default: "batch" } }).digest).toBe(
      load({}).digest,
    );
  });

  it("does not depend on where the schema is", () => {
    expect(load({ $schema: "./schemas/countersign.schema.json" }).digest).toBe(load({}).digest);
  });

  it.each([
    [{ limits: { attempts: 4 } }],
    [{ profile: "strict" }],
    [{ gate: { needsFixes: "flag" } }],
    [
      {
        domains: [{ id: "money", globs: ["a/**"], description: "Money" }],
        policies: [],
        rules: [],
      },
    ],
  ])("changes with the content: %j [R-018]", (file) => {
    const loaded = loadPolicy({
      ...file,
      ...("policies" in file
        ? {
            policies: [
              { id: "u", when: "always", require: [{ layer: "owner" }], description: "U" },
            ],
          }
        : {}),
    });

    expect(loaded.ok && loaded.policy.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(loaded.ok && loaded.policy.digest).not.toBe(load({}).digest);
  });
});

describe("a base", () => {
  it("stands between the profile and the file", () => {
    const base = {
      profile: "panel",
      limits: { attempts: 9, stallRounds: 9 },
      gate: { counts: "all" },
    };
    const policy = load({ extends: "org:acme", limits: { attempts: 4 } }, base);

    expect(policy.limits).toMatchObject({ attempts: 4, stallRounds: 9, mergeRetries: 10 });
    expect(policy).toMatchObject({
      profile: "panel",
      gate: { counts: "all" },
      extends: "org:acme",
    });
    expect(policy.panel?.members).toEqual(["codex", "gemini"]);
  });

  it("that was not read is a problem", () => {
    expect(problemsOf({ extends: "org:acme" })).toEqual([
      { path: "extends", reason: "The base that it names could not be read" },
    ]);
  });

  it("must be valid by itself", () => {
    expect(problemsOf({}, { limits: { attempts: 0 } })).toEqual([
      {
        path: "extends",
        reason: "The base has a problem at limits.attempts: Must be at least 1",
      },
    ]);
    expect(problemsOf({}, [])).toEqual([
      {
        path: "extends",
        reason: "The base has a problem at its top: The policy must be an object, as in {}",
      },
    ]);
  });

  it("cannot extend another base", () => {
    expect(problemsOf({}, { extends: "org:parent" })).toEqual([
      { path: "extends", reason: "A base cannot extend another base" },
    ]);
  });

  it("gives a panel's condition as one value, which a file replaces whole", () => {
    const panel = { members: ["codex"], quorum: 1 };
    const policy = load(
      { panel: { when: { riskAtLeast: 3 } } },
      { panel: { ...panel, when: { domain: "money" } } },
    );

    expect(policy.panel).toEqual({ ...panel, when: { riskAtLeast: 3 } });
  });
});

describe("a locked key of the base", () => {
  const locks = (...locked: string[]) => ({ locked, trust: { separation: "four_eyes" } });
  const refusal = (path: string) => ({
    path,
    reason: "The base locks this key; this file may not change it",
  });

  it.each([
    ["trust.separation", { trust: { separation: "agent" } }],
    ["trust", { trust: { humanPresence: "verified" } }],
    ["limits.attempts", { limits: { attempts: 99 } }],
    ["gate.counts", { profile: "panel" }],
    ["chains", { chains: { legal: ["owner"] } }],
  ])("%s may not be changed by %j", (lock, file) => {
    expect(problemsOf(file, locks(lock))).toEqual([refusal(lock)]);
  });

  it("of a list names an entry by its id, which the file may not drop or change", () => {
    const policies = [
      { id: "u", when: "always", require: [{ reviewer: "secrets" }], description: "Ours" },
    ];

    expect(problemsOf({ policies, rules: [] }, locks("policies.universal"))).toEqual([
      refusal("policies.universal"),
    ]);
  });

  it("may be repeated with the same value", () => {
    expect(problemsOf({ trust: { separation: "four_eyes" } }, locks("trust.separation"))).toEqual(
      [],
    );
  });

  it("stays locked, and the file may lock more", () => {
    expect(load({ locked: ["gate"] }, locks("trust")).locked).toEqual(["trust", "gate"]);
  });

  it("must exist, so that a slip of the pen does not unlock it", () => {
    expect(problemsOf(locks("trust.seperation"))).toEqual([
      { path: "locked", reason: "There is no key trust.seperation" },
    ]);
    expect(problemsOf(locks("tables", "digest", "trust.separation.length"))).toHaveLength(3);
  });
});
