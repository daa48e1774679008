import { describe, expect, it } from "vitest";
import { assignmentOf, barePolicy } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import type { Requirement } from "../schema.ts";
import { findMachine, machineDraft } from "./machine.ts";

const BECAUSE = { entry: "policies.p", fact: "every change" };

/** The shipped registry in which these fallbacks are set. */
function withFallbacks(fallbacks: Readonly<Record<string, string>>, file = {}) {
  const policy = policyOf(file);
  const reviewers = policy.reviewers.map((entry) => ({
    ...entry,
    fallback: fallbacks[entry.id] ?? null,
    timeout: entry.id === "gemini" ? "3m" : entry.timeout,
  }));
  return { ...policy, reviewers };
}

function asked(
  id: string,
  assignment: object,
  policy = withFallbacks({}),
): Pick<Requirement, "id" | "who" | "human" | "because" | "timeoutMs"> {
  const machine = findMachine(id, policy);
  return machineDraft(machine, 1, [BECAUSE], { policy, assignment: assignmentOf(assignment) });
}

describe("a machine", () => {
  const linter = { id: "linter", name: "Linter", adapter: "http", description: "Lints" };

  const policy = policyOf({
    checks: [
      { id: "types", run: "tsc", timeout: "5m" },
      { id: "tests", run: "npm test", timeout: "9m" },
    ],
  });

  it("is the check of its name, on that check's terms", () => {
    expect(findMachine("tests", policy)).toMatchObject({
      kind: "check",
      terms: { timeoutMs: 540_000 },
    });
  });

  it.each(["check", "agent"])("is of the kind that its entry says: %s", (kind) => {
    const reviewers = [{ ...linter, kind }];

    expect(findMachine("linter", barePolicy({ reviewers }))).toMatchObject({ id: "linter", kind });
  });

  it("has the model family and the fallback of its entry", () => {
    const more = { modelFamily: "gpt", fallback: "second" };
    const agent = { ...linter, kind: "agent" };
    const policy = barePolicy({
      reviewers: [
        { ...agent, ...more },
        { ...agent, id: "second" },
      ],
    });

    expect(findMachine("linter", policy)).toMatchObject({ family: "gpt", fallback: "second" });
  });

  it("that nobody registered is an agent", () => {
    expect(findMachine("stranger", policy)).toMatchObject({ id: "stranger", kind: "agent" });
  });
});

describe("a reviewer that is an author", () => {
  it("is replaced by its fallback, on the fallback's terms", () => {
    const policy = withFallbacks({ codex: "gemini" });

    expect(asked("codex", { authors: ["codex"] }, policy)).toMatchObject({
      id: "agent:codex",
      who: ["gemini"],
      human: false,
      timeoutMs: 180_000,
      because: [BECAUSE, { entry: "reviewers.codex.fallback", fact: "codex is an author" }],
    });
  });

  it("is replaced by the fallback's fallback if that is an author too", () => {
    const policy = withFallbacks({ codex: "gemini", gemini: "build-reviewer" });

    expect(asked("codex", { authors: ["codex", "gemini"] }, policy).who).toEqual([
      "build-reviewer",
    ]);
  });

  it("is replaced by a person when no fallback is free, never asked itself [C22]", () => {
    expect(asked("codex", { authors: ["codex"] })).toEqual({
      id: "agent:codex",
      kind: "agent",
      table: "severity",
      who: ["init-user"],
      human: true,
      quorum: 1,
      delivery: "now",
      onUnavailable: "escalate",
      timeoutMs: 86_400_000,
      retries: 0,
      budgetUsd: null,
      layers: [],
      because: [
        BECAUSE,
        { entry: "people.escalateTo", fact: "codex is an author and no fallback is free" },
      ],
    });
  });

  it.each([
    ["those named for escalations", { escalateTo: ["cto", "owner"] }, ["codex"], ["cto", "ana"]],
    ["the owners", { escalateTo: ["cto"] }, ["codex", "cto"], ["ana"]],
    ["nobody", { escalateTo: ["cto"] }, ["codex", "cto", "ana"], ["nobody"]],
  ])("is replaced by %s", (_, people, authors, who) => {
    const policy = withFallbacks({}, { people: { owner: ["ana"], ...people } });

    expect(asked("codex", { authors }, policy).who).toEqual(who);
  });

  it("does not run in circles", () => {
    const policy = withFallbacks({ codex: "gemini", gemini: "codex" });

    expect(asked("codex", { authors: ["codex", "gemini"] }, policy).human).toBe(true);
  });

  it("need not have written it: the assignee is as good as an author", () => {
    expect(asked("codex", { assignee: "codex", authors: [] }).because.at(-1)?.fact).toBe(
      "codex is the assignee and no fallback is free",
    );
  });
});

describe("the rule of another model family", () => {
  const policy = withFallbacks({ codex: "gemini" }, { trust: { differentModelFamily: true } });

  it("replaces a reviewer of the author's family", () => {
    expect(asked("codex", { authorFamily: "gpt" }, policy)).toMatchObject({
      who: ["gemini"],
      because: [
        BECAUSE,
        {
          entry: "reviewers.codex.fallback",
          fact: "codex is not known to be of another model family",
        },
      ],
    });
  });

  it.each([
    ["a reviewer of another family", "codex", "gemini", ["codex"]],
    ["a check", "secrets", "gpt", ["secrets"]],
  ])("leaves %s alone", (_, id, authorFamily, who) => {
    expect(asked(id, { authorFamily }, policy).who).toEqual(who);
  });

  it.each([
    ["the reviewer's", "stranger", "gpt"],
    ["the author's", "codex", undefined],
  ])("asks a person when %s family is unknown", (_, id, authorFamily) => {
    expect(asked(id, { authorFamily }, policy).human).toBe(true);
  });
});
