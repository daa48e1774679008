import { describe, expect, it } from "vitest";
import {
  agentOf,
  assignmentOf,
  barePolicy,
  factsOf,
  idsOf,
  planOf,
  requirementOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import type { Assignment } from "../schema.ts";
import { resolveType } from "./resolve-chain.ts";

function stated(more: Partial<Assignment>): Assignment {
  return assignmentOf({ title: "Notes", department: undefined, statedBy: "author", ...more });
}

const SKIP = { modes: { default: "skip" } };

describe("a type that the author states", () => {
  it("adds layers to those that the title asks for, and takes none away", () => {
    const title = "Press release for customers";
    const plan = planOf({ assignment: stated({ title, type: "internal_document" }) });
    const honest = planOf({ assignment: stated({ title }) });

    expect(plan.chain).toEqual(honest.chain);
    expect(plan.chain).toContain("owner");
    expect(planOf({ assignment: stated({ type: "code" }) }).chain).toEqual(["self", "peer"]);
  });

  it("is named as the author's", () => {
    expect(resolveType(stated({ type: "code" }), barePolicy(), [])).toEqual({
      type: "code",
      because: { entry: "task.type", fact: "stated by the author, adds only" },
    });
  });

  it("does not turn a condition off that the title meets", () => {
    const policies = [UNIVERSAL, rule("p", { type: "code" }, { reviewer: "codex" })];
    const assignment = stated({ title: "Fix it", type: "internal_document" });
    const plan = planOf({ policy: barePolicy({ policies }), assignment });

    expect(idsOf(plan)).toContain("agent:codex");
  });

  it.each(["person", "planner"] as const)("counts as it is from a %s", (statedBy) => {
    const title = "Press release for customers";
    const assignment = stated({ title, type: "internal_document", statedBy });

    expect(planOf({ facts: factsOf(["press.md"]), assignment }).chain).toEqual(["self"]);
  });
});

describe("a department that the author states", () => {
  const policy = barePolicy({
    ...SKIP,
    chains: { code: ["self", "department_head"] },
    chainOverrides: { engineering: { code: ["self"] }, finance: { code: ["csuite"] } },
  });
  const code = (more: Partial<Assignment>) =>
    planOf({ policy, assignment: stated({ title: "Fix it", ...more }) });

  it("adds the layers of its override", () => {
    expect(code({ department: "engineering" }).chain).toEqual(["self", "department_head"]);
    expect(code({ department: "finance" }).chain).toEqual(["self", "department_head", "csuite"]);
  });

  it.each([undefined, "poetry"])(
    "that has no head (%s) makes the layer the owner's",
    (department) => {
      const plan = code({ department });

      expect(plan.skipped).toEqual([]);
      expect(requirementOf(plan, "layer:owner")).toMatchObject({
        who: ["init-user"],
        human: true,
        layers: ["department_head", "owner"],
        because: [{ fact: "type code; no department with a head was stated" }],
      });
    },
  );

  it("joins an owner who is asked anyway, so that no stand-in is left for the person", () => {
    const auto = barePolicy({ chains: { code: ["department_head"] }, modes: { default: "auto" } });
    const owner = requirementOf(
      planOf({ policy: auto, assignment: stated({ title: "Fix it" }) }),
      "layer:owner",
    );

    expect(owner).toMatchObject({ delivery: "now", layers: ["department_head", "owner"] });
    expect(owner).not.toHaveProperty("satisfiedBy");
    expect(owner.because).toHaveLength(2);
  });

  it("whose head is a machine makes the layer the owner's too", () => {
    const departments = { engineering: { head: "cto", agents: ["cto"] } };
    const assignment = stated({ title: "Fix it", department: "engineering" });
    const roster = [agentOf("cto")];
    const plan = planOf({ policy: { ...policy, departments }, assignment, roster });

    expect(requirementOf(plan, "layer:owner").layers).toEqual(["department_head", "owner"]);
  });

  it("is answered by its head if that is a person", () => {
    const plan = code({ department: "marketing" });

    expect(requirementOf(plan, "layer:department_head").who).toEqual(["cmo"]);
  });

  it("without peers has those of other departments", () => {
    const roster = [agentOf("claude"), agentOf("dev-2"), agentOf("ben", { department: "finance" })];
    const peers = (more: Partial<Assignment>) =>
      planOf({ roster, assignment: stated({ title: "Fix it", ...more }) }).requirements.find(
        ({ kind }) => kind === "peer",
      )?.who;

    expect(peers({ department: "poetry" })).toEqual(["ben"]);
    expect(peers({ department: "engineering" })).toEqual(["dev-2"]);
    expect(peers({ department: "poetry", statedBy: "person" })).toBeUndefined();
  });
});
