import { describe, expect, it } from "vitest";
import { ENGINE_EMAIL, MAX_COMMITS } from "../../content/schema.ts";
import { barePolicy, factsOf, planOf, requirementOf } from "../../testing/plan-of.ts";
import { committersOf } from "./committers.ts";

const emails = { "Ada@acme.test": "ada", "bot@acme.test": null, "ben@acme.test": "ben" };
const TABLE = barePolicy({ people: { emails } });
const FOUR_EYES = barePolicy({ people: { emails }, trust: { separation: "four_eyes" } });

const by = (authorEmail: string, committerEmail?: string) => ({
  authorEmail,
  ...(committerEmail === undefined ? {} : { committerEmail }),
});
const commit = (authorEmail: string) => ({
  ...{ id: "a".repeat(40), authorName: "x", authorEmail, committerEmail: authorEmail, subject: "" },
});

describe("committersOf", () => {
  it("maps authors and committers to people, in any letter case, each once", () => {
    const commits = [by("ADA@ACME.TEST", "ben@acme.test"), by("ada@acme.test")];
    expect(committersOf(commits, TABLE)).toEqual({ people: ["ada", "ben"], unknown: [] });
  });

  it("takes an address of a program, and of the engine itself, for nobody's", () => {
    const commits = [by("bot@acme.test"), by(ENGINE_EMAIL)];
    expect(committersOf(commits, TABLE)).toEqual({ people: [], unknown: [] });
  });

  it("names addresses that the table does not know", () => {
    const commits = [by("zoe@x.test", "ada@acme.test"), by("eve@x.test")];
    expect(committersOf(commits, TABLE)).toEqual({
      people: ["ada"],
      unknown: ["eve@x.test", "zoe@x.test"],
    });
  });

  it("asks nothing of a policy without table and without four eyes, and everything with four eyes", () => {
    expect(committersOf([by("zoe@x.test")], barePolicy()).unknown).toEqual([]);
    const strict = barePolicy({ trust: { separation: "four_eyes" } });
    expect(committersOf([by("zoe@x.test")], strict).unknown).toEqual(["zoe@x.test"]);
  });

  it("counts commits that were not read as unknown", () => {
    const commits = Array.from({ length: MAX_COMMITS }, () => by("ada@acme.test"));
    expect(committersOf(commits, TABLE).unknown).toEqual([
      `the commits before the newest ${MAX_COMMITS}`,
    ]);
    expect(committersOf(commits.slice(1), TABLE).unknown).toEqual([]);
  });
});

describe("a plan with four eyes", () => {
  const skip = { modes: { default: "skip" } };

  it("asks an owner about commits whose people are not known", () => {
    const facts = factsOf(["src/a.ts"], { commits: [commit("zoe@x.test"), commit("eve@x.test")] });
    const policy = barePolicy({ ...skip, people: { emails }, trust: { separation: "four_eyes" } });
    const owner = requirementOf(planOf({ facts, policy }), "layer:owner");
    expect(owner).toMatchObject({ human: true, delivery: "now" });
    expect(owner.because).toContainEqual({
      entry: "people.emails",
      fact: "no person is known for eve@x.test and 1 more",
    });
    const one = factsOf(["src/a.ts"], { commits: [commit("zoe@x.test")] });
    expect(requirementOf(planOf({ facts: one, policy }), "layer:owner").because).toContainEqual({
      entry: "people.emails",
      fact: "no person is known for zoe@x.test",
    });
  });

  it("asks nobody more where all are known, or without four eyes", () => {
    const known = factsOf(["src/a.ts"], { commits: [commit("ada@acme.test")] });
    const unknown = factsOf(["src/a.ts"], { commits: [commit("zoe@x.test")] });
    for (const [facts, policy] of [
      [known, FOUR_EYES],
      [unknown, TABLE],
    ] as const)
      expect(requirementOf(planOf({ facts, policy }), "layer:owner").because).not.toContainEqual(
        expect.objectContaining({ entry: "people.emails" }),
      );
  });
});
