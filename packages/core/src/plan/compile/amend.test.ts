import { describe, expect, it } from "vitest";
import { digestOf } from "../../kernel/digest.ts";
import {
  barePolicy,
  idsOf,
  planOf,
  requirementOf,
  rule,
  UNIVERSAL,
} from "../../testing/plan-of.ts";
import { Plan } from "../schema.ts";
import { checkupPlan, NAMED_PERSON, withNamedPerson } from "./amend.ts";

const AGENT = { policies: [UNIVERSAL, rule("p", "always", { reviewer: "codex" })] };
const PANEL = { panel: { members: ["gemini"], quorum: 1 } };

describe("the plan of a checkup", () => {
  it("asks the panel alone if there is one, at stage 0", () => {
    const plan = checkupPlan(planOf({ policy: barePolicy({ ...AGENT, ...PANEL }) }));

    expect(plan.requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual(["0 panel"]);
  });

  it("asks the agents if there is no panel", () => {
    const plan = checkupPlan(planOf({ policy: barePolicy(AGENT) }));

    expect(idsOf(plan)).toEqual(["agent:codex"]);
  });

  it("asks nobody where no agent is asked, and has its own digest", () => {
    const { digest, ...rest } = checkupPlan(planOf());

    expect(rest.requirements).toEqual([]);
    expect(digest).toBe(digestOf(rest));
  });
});

describe("a person named at a release", () => {
  it("is asked after everybody else", () => {
    const before = planOf();
    const plan = withNamedPerson(before, "zoe", barePolicy());

    expect(Plan.parse(plan)).toEqual(plan);
    expect(plan.digest).not.toBe(before.digest);
    expect(requirementOf(plan, NAMED_PERSON)).toMatchObject({
      stage: 4,
      kind: "owner",
      table: "chain",
      who: ["zoe"],
      human: true,
      quorum: 1,
      delivery: "now",
      onUnavailable: "escalate",
      timeoutMs: 86_400_000,
      layers: ["owner"],
      because: [{ entry: "release", fact: "zoe was named by a person" }],
    });
  });

  it("takes the place of whoever was named before", () => {
    const once = withNamedPerson(planOf(), "zoe", barePolicy());
    const twice = withNamedPerson(once, "yan", barePolicy());

    expect(idsOf(twice)).toEqual(idsOf(once));
    expect(requirementOf(twice, NAMED_PERSON)).toMatchObject({ stage: 4, who: ["yan"] });
  });

  it("is asked at stage 0 of an empty plan", () => {
    const plan = withNamedPerson(checkupPlan(planOf()), "zoe", barePolicy());

    expect(plan.requirements.map(({ stage, id }) => `${stage} ${id}`)).toEqual(["0 named:person"]);
  });
});
