import { describe, expect, it } from "vitest";
import { compilePlan } from "../../plan/compile/compile-plan.ts";
import { contentOf } from "../../testing/facts-of.ts";
import { assignmentOf as anyAssignment, barePolicy, factsOf } from "../../testing/plan-of.ts";
import { recompilePlan as recompile } from "../../testing/recompile-plan.ts";
import { agent, person, SYSTEM, scenario } from "../../testing/scenario.ts";
import type { Command } from "../model/commands.ts";
import { assignmentOf } from "../review/compile-task-plan.ts";
import { involvedIn } from "../step/involved.ts";
import { transition } from "../transition.ts";
import { createdTask } from "./fold.ts";

const compile = (engineRun?: readonly string[]) =>
  compilePlan({
    facts: factsOf(),
    policy: barePolicy(),
    roster: [],
    assignment: anyAssignment(),
    gaps: [],
    engineRun,
  });

describe("fields that older logs and plans lack", () => {
  it("a plan names the reviewers that the engine runs, and keeps them when it is compiled again", () => {
    const marked = compile(["codex"]);
    expect(marked.engineRun).toEqual(["codex"]);
    expect(recompile(marked, marked).engineRun).toEqual(["codex"]);
    expect(recompile(marked, compile()).engineRun).toBeUndefined();
    expect(recompile(compile(), marked).engineRun).toBeUndefined();
  });

  it("a task without the source of its type counts as stated by its author", () => {
    const the = scenario();
    const [first] = the.log;
    if (first?.event.type !== "created") throw new Error("The log begins with another event");
    const { statedBy: _, ...older } = first.event;
    const task = createdTask(older);
    expect(task.statedBy).toBeUndefined();
    expect(assignmentOf(task, null, the.context(person("ana"))).statedBy).toBe("author");
  });

  it("the sponsors of all credentials at work are behind it", () => {
    const the = scenario();
    const { policy } = the.context(SYSTEM);
    expect(involvedIn({ ...the.task, sponsors: ["sam"] }, policy).sponsors).toEqual(["sam"]);
    const { sponsors: _, ...older } = the.task;
    expect(involvedIn(older, policy).sponsors).toBeUndefined();
  });

  it("the model family of the credential that submits is the author's", () => {
    const the = scenario();
    const content = contentOf("1");
    the.send(
      {
        type: "submit",
        content,
        signal: "DONE",
        summary: "",
        askedType: null,
        committers: [],
        answers: [],
      },
      { ...agent("agent-1"), family: "gpt" },
    );
    expect(the.task.authorFamily).toBe("gpt");
    expect(the.logged[0]).toMatchObject({ type: "submitted", family: "gpt" });
  });

  it("addresses of commits that the policy does not know are named", () => {
    const the = scenario({ policy: { trust: { separation: "four_eyes" } } });
    the.submit();
    the.plan();
    const { round } = the.task;
    if (round === null || round.facts === null) throw new Error("There are no facts");
    const email = "zoe@x.test";
    const names = { authorName: "Zoe", subject: "Work", authorEmail: email, committerEmail: email };
    const facts = { ...round.facts, commits: [{ id: "1".repeat(40), ...names }] };
    const task = { ...the.task, round: { ...round, facts } };
    expect(involvedIn(task, the.policy).unknownCommitters).toEqual([email]);
  });

  it("a verdict keeps the mark of the engine's run and a cost that was only claimed", () => {
    const the = scenario();
    the.submit();
    the.plan();
    const { round } = the.task;
    const answer: Command = {
      type: "record_verdict",
      id: "vrd_1",
      of: "round",
      number: 1,
      tree: round?.content.tree ?? "",
      requirement: "check:integrity",
      opinion: "abstained",
      summary: "",
      findings: [],
      costUsd: 0,
      claimedCostUsd: 3,
      sandboxed: true,
    };
    const actor = { ...agent("codex"), engineRun: true } as const;
    const { log } = transition(the.task, answer, the.context(actor));
    expect(JSON.stringify(log)).toContain('"claimedCostUsd":3');
    expect(JSON.stringify(log)).toContain('"engineRun":true');
  });
});
