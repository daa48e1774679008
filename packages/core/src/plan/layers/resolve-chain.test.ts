import { describe, expect, it } from "vitest";
import type { Policy } from "../../policy/policy.ts";
import { assignmentOf } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import type { Assignment } from "../schema.ts";
import { resolveChain, resolveType } from "./resolve-chain.ts";

const OVERRIDE = {
  chainOverrides: { engineering: { code: ["self", "peer", "department_head"] } },
};

function chainOf(type: string, more: Partial<Assignment> = {}, file = {}) {
  return resolveChain(assignmentOf({ title: "x", ...more }), policyOf(file), { type, paths: [] });
}

describe("resolveType", () => {
  it("takes the type that is set on the task", () => {
    expect(
      resolveType(
        { title: "Fix it", type: "financial_report", statedBy: "person" },
        policyOf(),
        [],
      ),
    ).toEqual({
      type: "financial_report",
      because: { entry: "task.type", fact: "set on the task" },
    });
  });

  it("reads it from the title otherwise [R-041]", () => {
    expect(resolveType({ title: "Fix it", statedBy: "person" }, policyOf(), [])).toEqual({
      type: "code",
      because: { entry: "inferTypes.code", fact: 'the title says "fix"' },
    });
  });
});

describe("resolveChain", () => {
  it.each([
    ["code", ["self", "peer"]],
    ["marketing_internal", ["self", "department_head"]],
    ["marketing_external", ["self", "peer", "department_head", "owner"]],
    ["financial_report", ["self", "peer", "csuite"]],
    ["customer_facing", ["self", "department_head", "owner"]],
    ["strategic_plan", ["department_head", "csuite", "owner"]],
    ["internal_document", ["self"]],
  ])("gives %s its default chain [R-001] [R-087]", (type, chain) => {
    expect(chainOf(type)).toEqual({
      chain,
      because: { entry: `chains.${type}`, fact: `type ${type}` },
    });
  });

  it("prefers the department's override: engineering adds its head to code [R-087]", () => {
    expect(chainOf("code", {}, OVERRIDE)).toEqual({
      chain: ["self", "peer", "department_head"],
      because: {
        entry: "chainOverrides.engineering.code",
        fact: "department engineering, type code",
      },
    });
  });

  it.each([
    ["another department", "code", { department: "finance" }, ["self", "peer"]],
    ["no department", "code", { department: undefined }, ["self", "peer"]],
    ["another type", "internal_document", {}, ["self"]],
  ])("leaves %s its default", (_, type, more, chain) => {
    expect(chainOf(type, more, OVERRIDE).chain).toEqual(chain);
  });

  it("falls back to the type that the title gives when the type has no chain [R-041]", () => {
    expect(chainOf("poem", { title: "Budget" })).toEqual({
      chain: ["self", "peer", "csuite"],
      because: { entry: "chains.financial_report", fact: "type financial_report" },
    });
  });

  it("applies an override to the inferred type too [R-087]", () => {
    expect(chainOf("poem", { title: "Fix" }, OVERRIDE).chain).toContain("department_head");
  });

  it("falls back to internal_document when nothing else is known [R-062]", () => {
    expect(chainOf("poem")).toEqual({
      chain: ["self"],
      because: { entry: "chains.internal_document", fact: "type internal_document" },
    });
  });

  it("asks at least for self if even that chain is missing", () => {
    const policy = { ...policyOf(), chains: {} };

    expect(resolveChain(assignmentOf(), policy, { type: "poem", paths: [] })).toEqual({
      chain: ["self"],
      because: { entry: "chains", fact: "no chain for the type" },
    });
  });

  it.each(["constructor", "__proto__", "toString"])("finds no chain of the name %s", (type) => {
    expect(chainOf(type, { department: type, askedType: type }).chain).toEqual(["self"]);
  });
});

describe("what is changed", () => {
  function changed(paths: string[], more: Partial<Assignment> = {}, file = {}) {
    const type = more.type ?? "internal_document";
    return resolveChain(assignmentOf({ title: "x", ...more }), policyOf(file), { type, paths });
  }

  it("asks for the layers of code when it is code, whatever the title says [H5]", () => {
    expect(changed(["README.md", "src/a.ts"])).toEqual({
      chain: ["self", "peer"],
      because: {
        entry: "chains.internal_document",
        fact: "type internal_document; with chains.code because src/a.ts is changed",
      },
    });
  });

  it("adds to a chain, each layer in its rank, and takes none away", () => {
    expect(changed(["a.go"], { type: "customer_facing" }).chain).toEqual([
      "self",
      "peer",
      "department_head",
      "owner",
    ]);
    expect(changed(["a.go"], { type: "strategic_plan" }).chain).toEqual([
      "self",
      "peer",
      "department_head",
      "csuite",
      "owner",
    ]);
  });

  it("changes nothing where the chain has these layers already, or the paths are of no type", () => {
    expect(changed(["src/a.ts"], { type: "code" })).toEqual(chainOf("code"));
    expect(changed(["notes.txt"])).toEqual(chainOf("internal_document"));
  });

  it("asks for the department's own layers of code", () => {
    expect(changed(["a.py"], {}, OVERRIDE).chain).toEqual(["self", "peer", "department_head"]);
  });

  it("cannot be asked away by the author", () => {
    const { chain, because } = changed(["a.py"], { askedType: "internal_document" });
    expect(chain).toEqual(["self", "peer"]);
    expect(because.fact).toContain("chain_type=internal_document is less strict and is ignored");
  });

  it("may ask for several types at once, by paths of the policy's own", () => {
    const inferTypes = [
      { type: "financial_report", globs: ["ledger/**"] },
      { type: "poem", globs: ["**"] },
      { type: "code", globs: ["**/*.ts"] },
    ];
    const chains = { ...policyOf().chains, poem: ["owner"] };
    expect(changed(["ledger/a.ts"], {}, { inferTypes, chains })).toEqual({
      chain: ["self", "peer", "csuite", "owner"],
      because: {
        entry: "chains.internal_document",
        fact:
          "type internal_document; with chains.financial_report because ledger/a.ts is changed; " +
          "with chains.poem because ledger/a.ts is changed",
      },
    });
  });

  it("asks for nothing where its type has no chain", () => {
    const policy = { ...policyOf(), chains: { internal_document: ["self" as const] } };
    const given = { type: "internal_document", paths: ["a.ts"] };
    expect(resolveChain(assignmentOf({ title: "x" }), policy, given).chain).toEqual(["self"]);
  });
});

describe("the chain that an author asks for", () => {
  it("is taken if it has every layer of the resolved one in the same order [D4] [H5]", () => {
    expect(chainOf("marketing_internal", { askedType: "marketing_external" })).toEqual({
      chain: ["self", "peer", "department_head", "owner"],
      because: {
        entry: "chains.marketing_external",
        fact: "type marketing_external; asked for by chain_type=",
      },
    });
  });

  it.each([
    ["marketing_external", "internal_document", "fewer layers"],
    ["code", "marketing_internal", "other layers"],
    ["financial_report", "marketing_external", "one layer missing"],
    ["strategic_plan", "customer_facing", "one in the middle missing"],
  ])("is ignored for %s when it is %s: %s [H5]", (type, askedType) => {
    const asked = chainOf(type, { askedType });

    expect(asked.chain).toEqual(chainOf(type).chain);
    expect(asked.because).toEqual({
      entry: `chains.${type}`,
      fact: `type ${type}; chain_type=${askedType} is less strict and is ignored`,
    });
  });

  it("is ignored when the same layers come in another order", () => {
    const chains: Policy["chains"] = { a: ["self", "peer"], b: ["peer", "self"] };
    const assignment = assignmentOf({ askedType: "b" });
    const asked = resolveChain(assignment, { ...policyOf(), chains }, { type: "a", paths: [] });

    expect(asked.chain).toEqual(["self", "peer"]);
  });

  it("is ignored without being quoted when there is no such chain", () => {
    expect(chainOf("code", { askedType: "‮poem\ud800" }).because).toEqual({
      entry: "chains.code",
      fact: "type code; chain_type= names no chain and is ignored",
    });
  });

  it("may be the department's override of that type", () => {
    const asked = chainOf("internal_document", { askedType: "code" }, OVERRIDE);

    expect(asked.chain).toEqual(["self", "peer", "department_head"]);
  });
});
