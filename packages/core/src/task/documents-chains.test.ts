import { describe, expect, it } from "vitest";
import { resolveType } from "../plan/layers/resolve-chain.ts";
import { policyOf } from "../testing/policy-of.ts";
import { refusal } from "../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../testing/scenario.ts";
import { project } from "./view/projections.ts";

const TITLES = {
  code: "Implement rate limiting",
  marketing_external: "Blog post about the launch",
  financial_report: "Quarterly budget",
  strategic_plan: "Product roadmap",
  internal_document: "Notes of the meeting",
};

const PEOPLE = { owner: ["ana"], csuite: ["ceo"] };

function submitted(
  title: keyof typeof TITLES,
  options: Parameters<typeof scenario>[0] = {},
): Scenario {
  const { policy, ...rest } = options;
  const play = scenario({
    title: TITLES[title],
    policy: { profile: "chains", people: PEOPLE, ...policy },
    ...rest,
  });
  play.submit();
  play.plan(["notes.md"]);
  return play;
}

function reviewed(
  title: keyof typeof TITLES,
  options: Parameters<typeof scenario>[0] = {},
): Scenario {
  const play = submitted(title, options);
  play.passChecks();
  return play;
}

const ALONE = [{ id: "agent-1", kind: "agent", department: "engineering", load: 0 }] as const;

describe("chain lifecycle", () => {
  it("submit sets in_review and assigns the first reviewer [R-020] [R-021]", () => {
    const play = reviewed("code");

    expect(project(play.task).chains).toBe("in_review");
    expect(play.task.round?.decision?.outstanding).toEqual(["layer:peer"]);
    expect(play.effects).toContainEqual({ do: "ask", round: 1, requirements: ["layer:peer"] });
  });

  it("approve of the last layer completes the chain, done where nothing is merged [R-020] [R-021] [C2]", () => {
    const play = reviewed("code", { policy: { merge: { strategy: "none" } } });

    play.verdict("layer:peer", "approved", agent("agent-2"));

    expect(project(play.task).chains).toBe("done");
  });

  it("approve before the last layer asks the next reviewer [R-021]", () => {
    const play = reviewed("financial_report");

    play.verdict("layer:peer", "approved", agent("agent-2"));

    expect(play.task.round?.decision?.outstanding).toEqual(["layer:csuite"]);
    expect(play.state).toBe("reviewing");
  });

  it("reject sets the task back to in_progress, with the feedback as a finding [R-020] [R-021] [R-110]", () => {
    const play = reviewed("code");

    play.verdict("layer:peer", "concerns", agent("agent-2"), [
      { message: "Missing error handling" },
    ]);

    expect(project(play.task).chains).toBe("in_progress");
    expect(play.task.findings.map(({ message }) => message)).toEqual(["Missing error handling"]);
  });

  it("a new submission starts the chain again: no approval of an earlier cycle carries over [R-151] [R-160]", () => {
    const play = reviewed("financial_report");
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.verdict("layer:csuite", "concerns", person("ceo"));

    play.submit("2");
    play.plan(["notes.md"]);
    play.passChecks();

    expect(play.task.round?.decision?.outstanding).toEqual(["layer:peer"]);
  });

  it("the layers of marketing for publishing are asked one after the other: peer, head, owner [R-001] [R-080]", () => {
    const play = reviewed("marketing_external");
    const asked = [play.task.round?.decision?.outstanding];
    play.verdict("layer:peer", "approved", agent("agent-2"));
    asked.push(play.task.round?.decision?.outstanding);
    play.approve("cto", "layer:department_head");
    asked.push(play.task.round?.decision?.outstanding);
    play.approve("ana");

    expect(asked).toEqual([["layer:peer"], ["layer:department_head"], ["layer:owner"]]);
    expect(play.state).toBe("approved");
  });
});

describe("skipped layers", () => {
  it("peer is skipped by an agent that is alone in its department [R-082] [R-085]", () => {
    const play = submitted("code", { roster: ALONE });

    expect(play.task.round?.plan?.skipped).toMatchObject([{ layer: "peer", reason: "alone" }]);
  });

  it("department_head is skipped when the department is unknown [R-083]", () => {
    const play = submitted("marketing_external", { department: "sales" });

    expect(play.task.round?.plan?.skipped).toContainEqual(
      expect.objectContaining({ layer: "department_head", reason: "department_unknown" }),
    );
  });

  it("csuite and owner are never skipped [R-084]", () => {
    const play = submitted("strategic_plan", { roster: [], department: "sales" });

    const asked = play.task.round?.plan?.requirements.flatMap(({ layers }) => layers);
    expect(asked).toEqual(["csuite", "owner"]);
    expect(play.task.round?.plan?.skipped.map(({ layer }) => layer)).toEqual(["department_head"]);
  });

  it("no reviewer for any layer: finished and flagged, because machines have passed [R-086] [C9]", () => {
    const play = reviewed("code", {
      roster: ALONE,
      policy: {
        merge: { strategy: "none" },
        chains: { code: ["peer"], internal_document: ["peer"] },
      },
    });

    expect(project(play.task).chains).toBe("done");
    expect(play.task.flags).toEqual(["layer_skipped", "no_reviewer"]);
  });

  it("no reviewer for any layer never approves where it must escalate: the owner is asked [H4]", () => {
    const play = reviewed("code", {
      roster: ALONE,
      policy: {
        onUnavailable: "escalate",
        chains: { code: ["peer"], internal_document: ["peer"] },
      },
    });

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "chain_empty", about: null }],
      inTurn: "ana",
    });
  });
});

describe("the four defects that the document fixed", () => {
  it("1 double-advance: the same approval twice advances once [R-153] [R-244]", () => {
    const play = reviewed("financial_report");
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.verdict("layer:peer", "approved", agent("agent-2"));

    expect(play.task.round?.decision?.outstanding).toEqual(["layer:csuite"]);
    expect(play.state).toBe("reviewing");
  });

  it("2 stuck in review without a reviewer: every wait has a holder and a deadline [R-244] [H14]", () => {
    const play = reviewed("code", {
      roster: ALONE,
      policy: {
        onUnavailable: "escalate",
        chains: { code: ["peer"], internal_document: ["peer"] },
      },
    });

    expect(play.state).toBe("held");
    expect(play.effects).toContainEqual({ do: "notify", to: "ana", why: "escalated" });
  });

  it("3 misclassification: a marketing plan to implement is marketing, not code [R-061] [R-244]", () => {
    const type = resolveType(
      { title: "Implement the marketing plan", type: undefined, statedBy: "author" },
      policyOf(),
      [],
    );

    expect(type.type).toBe("marketing_internal");
  });

  it("4 the same order always: the decision does not depend on which check answered first [R-152] [R-244]", () => {
    const first = submitted("code");
    first.verdict("check:integrity", "approved", check("integrity"));
    first.verdict("check:secrets", "approved", check("secrets"));
    const second = submitted("code");
    second.verdict("check:secrets", "approved", check("secrets"));
    second.verdict("check:integrity", "approved", check("integrity"));

    expect(second.task.round?.decision?.reasons).toEqual(first.task.round?.decision?.reasons);
  });
});

describe("defects and holes", () => {
  it("an approval by anybody else is evidence and advances nothing [D1] [H1]", () => {
    const play = reviewed("code");

    play.verdict("layer:peer", "approved", agent("agent-3"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_not_asked" }]);
    expect(play.state).toBe("reviewing");
  });

  it("an author who speaks as its own peer is not counted [D1]", () => {
    const play = reviewed("code");

    play.verdict("layer:peer", "approved", agent("agent-1"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_author" }]);
  });

  it("after a skipped layer the next approval is not asked for twice [D2]", () => {
    const play = reviewed("financial_report", { roster: ALONE });
    const asked = play.task.round?.decision?.outstanding;
    play.approve("ceo", "layer:csuite");

    expect(asked).toEqual(["layer:csuite"]);
    expect(play.state).toBe("approved");
  });

  it("chain_type= may ask for a stricter chain and never for a milder one [D4] [H5]", () => {
    const stricter = scenario({ policy: { profile: "chains", people: PEOPLE } });
    stricter.submit("1", { askedType: "marketing_external" });
    stricter.plan(["notes.md"]);
    const milder = scenario({ policy: { profile: "chains", people: PEOPLE } });
    milder.submit("1", { askedType: "internal_document" });
    milder.plan(["notes.md"]);

    expect(stricter.task.round?.plan?.chain).toEqual(["self", "peer", "department_head", "owner"]);
    expect(milder.task.round?.plan?.chain).toEqual(["self", "peer"]);
  });

  it("two reviewers of two layers both count, whichever answers first; too early is evidence [D5]", () => {
    const play = reviewed("financial_report");
    play.verdict("layer:csuite", "approved", person("ceo"));
    const early = play.logged;
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.verdict("layer:csuite", "approved", person("ceo"));

    expect(early).toMatchObject([{ type: "evidence_recorded", why: "its stage has not begun" }]);
    expect(play.state).toBe("approved");
  });

  it("a verdict is bound to its round and tree, so a late retry changes nothing [D17] [H2]", () => {
    const play = reviewed("code");
    play.verdict("layer:peer", "concerns", agent("agent-2"));
    play.submit("2");
    play.plan(["notes.md"]);
    play.passChecks();
    const command = {
      type: "record_verdict",
      id: "vrd_old",
      of: "round",
      number: 1,
      tree: "1".repeat(40),
      requirement: "layer:peer",
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: true,
    } as const;

    play.send({ ...command, findings: [] }, agent("agent-2"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_other_content" }]);
    expect(play.state).toBe("reviewing");
  });

  it("the owner layer is a person with a session; an agent of that name does not pass [H6]", () => {
    const play = reviewed("marketing_external");
    play.verdict("layer:peer", "approved", agent("agent-2"));
    play.approve("cto", "layer:department_head");

    play.verdict("layer:owner", "approved", agent("ana"));
    const asAgent = play.logged;
    const command = {
      type: "approve",
      id: "vrd_x",
      round: 1,
      tree: "1".repeat(40),
      requirement: "layer:owner",
    } as const;

    expect(asAgent).toMatchObject([{ type: "evidence_recorded", why: "trust_not_human" }]);
    expect(refusal(() => play.send(command, agent("ana"))).code).toBe("human_only");
  });
});
