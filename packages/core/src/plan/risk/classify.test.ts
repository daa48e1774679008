import { describe, expect, it } from "vitest";
import type { Facts } from "../../content/schema.ts";
import { barePolicy, factsOf, fileOf } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { guardedChanges } from "../guard/guarded-changes.ts";
import type { Classification } from "../schema.ts";
import { classify } from "./classify.ts";

const DOMAINS = [
  { id: "money", globs: ["**/billing/**"], risk: 3, description: "Money" },
  { id: "auth", globs: ["**/auth/**"], risk: 4, description: "Access" },
  { id: "api", globs: ["**/*.proto"], risk: 3, description: "Calls" },
  { id: "docs", globs: ["**/*.md"], risk: 0, description: "Prose" },
];

function classified(facts: Facts, file = {}): Classification {
  const policy = barePolicy({ domains: DOMAINS, ...file });
  return classify(
    facts,
    policy,
    { title: "Fix", statedBy: "person" },
    guardedChanges(facts, policy),
  );
}

function lines(added: number, more = {}): Facts {
  return factsOf([fileOf("a.xyz", { added, ...more })]);
}

function files(count: number): Facts {
  return factsOf(Array.from({ length: count }, (_, i) => fileOf(`f${i}.xyz`, { added: 0 })));
}

describe("the domains of a change", () => {
  it("are all that match one of its paths, in the policy's order [R-065]", () => {
    const facts = factsOf(["README.md", "src/auth/a.ts", "src/billing/b.ts"]);

    expect(classified(facts).domains).toEqual(["money", "auth", "docs"]);
  });

  it("count a renamed file with both names", () => {
    const facts = factsOf([fileOf("src/b.ts", { oldPath: "src/billing/b.ts", status: "renamed" })]);

    expect(classified(facts).domains).toEqual(["money"]);
  });

  it("may be none", () => {
    expect(classified(factsOf(["a.xyz"]))).toEqual({
      domains: [],
      risk: 0,
      terms: [],
      type: "code",
      typeBecause: { entry: "inferTypes.code", fact: 'the title says "fix"' },
      scope: "small",
      protectedPaths: [],
    });
  });
});

describe("the risk of domains", () => {
  it("is the highest in full and one point for each further one [R-065]", () => {
    const facts = factsOf(["auth/a", "billing/b", "c.proto"]);

    expect(classified(facts).terms).toEqual([
      { term: "domain", points: 6, fact: "auth 4, api +1, money +1" },
    ]);
  });

  it("is the highest alone if the policy says so", () => {
    const facts = factsOf(["billing/b", "auth/a"]);

    expect(classified(facts, { risk: { domain: "highest" } }).terms).toEqual([
      { term: "domain", points: 4, fact: "auth 4" },
    ]);
  });

  it("does not grow with domains without risk: prose beside code adds nothing", () => {
    expect(classified(factsOf(["billing/b", "a.md"])).terms).toEqual([
      { term: "domain", points: 3, fact: "money 3" },
    ]);
    expect(classified(factsOf(["a.md"])).terms).toEqual([]);
  });
});

describe("the risk of size", () => {
  it.each([
    [50, 0],
    [51, 1],
    [200, 1],
    [201, 2],
    [500, 2],
    [501, 3],
    [1_000, 3],
    [1_001, 3],
  ])("gives %i lines %i points [R-065]", (count, points) => {
    const { risk, terms } = classified(lines(count));

    expect(risk).toBe(points);
    expect(terms).toEqual(points === 0 ? [] : [{ term: "lines", points, fact: `${count} lines` }]);
  });

  it("counts added and deleted lines of all files", () => {
    const facts = factsOf([fileOf("a.xyz", { added: 30, deleted: 20 }), fileOf("b.xyz")]);

    expect(classified(facts).terms).toEqual([{ term: "lines", points: 1, fact: "51 lines" }]);
  });

  it.each([
    [true, []],
    [false, [{ term: "lines", points: 2, fact: "500 lines" }]],
  ])("ignores generated lines if configured (%s)", (generatedIgnored, terms) => {
    const facts = lines(500, { generated: true });

    expect(classified(facts, { risk: { generatedIgnored } }).terms).toEqual(terms);
  });

  it.each([
    [10, []],
    [11, [{ term: "files", points: 1, fact: "11 files" }]],
    [40, [{ term: "files", points: 1, fact: "40 files" }]],
    [41, [{ term: "files", points: 1, fact: "41 files" }]],
  ])("looks at %i files", (count, terms) => {
    expect(classified(files(count)).terms).toEqual(terms);
  });

  it("takes the steps of files from the policy", () => {
    const risk = {
      files: [
        [5, 0],
        [20, 4],
      ],
    };

    expect(classified(files(11), { risk }).terms).toEqual([
      { term: "files", points: 4, fact: "11 files" },
    ]);
  });

  it("is nothing without steps", () => {
    expect(classified(lines(5_000), { risk: { lines: [] } }).terms).toEqual([]);
  });
});

describe("the other terms of the risk", () => {
  it("name a dependency, a migration, protected paths and weakened tests", () => {
    const facts = factsOf(["yarn.lock", "db/migrate/1.rb", "CODEOWNERS"], {
      weakenedTests: [{ path: "a.test.ts", what: "test_skipped" }],
    });

    expect(classified(facts)).toMatchObject({
      risk: 10,
      terms: [
        { term: "dependency", points: 2, fact: "a manifest or lock file changed" },
        { term: "migration", points: 2, fact: "a database migration changed" },
        { term: "protected", points: 3, fact: "protected paths changed: 1" },
        { term: "testsWeakened", points: 3, fact: "signs of weaker tests: 1" },
      ],
    });
  });

  it("have the points of the policy", () => {
    const facts = factsOf(["yarn.lock", "db/migrate/1.rb", "secret/plan.txt"], {
      weakenedTests: [{ path: "a.test.ts", what: "test_skipped" }],
    });
    const risk = { dependency: 6, migration: 7, protected: 8, testsWeakened: 9 };
    const { terms, protectedPaths } = classified(facts, {
      risk,
      trust: { protected: ["secret/**"] },
    });

    expect(terms.map(({ term, points }) => [term, points])).toEqual(Object.entries(risk));
    expect(protectedPaths).toEqual(["secret/plan.txt"]);
  });

  it("add up to ten at most", () => {
    const { risk, terms } = classified(factsOf(["auth/yarn.lock", ".github/a"]), {
      risk: { dependency: 9 },
    });

    expect(terms.map(({ points }) => points)).toEqual([4, 9, 3]);
    expect(risk).toBe(10);
  });
});

describe("the scope of a change", () => {
  it.each([
    [50, "small"],
    [51, "medium"],
    [500, "medium"],
    [501, "large"],
  ])("of %i lines is %s [R-065]", (count, scope) => {
    expect(classified(lines(count)).scope).toBe(scope);
  });

  it.each([
    [5, "small"],
    [6, "medium"],
    [40, "medium"],
    [41, "large"],
  ])("of %i files is %s", (count, scope) => {
    expect(classified(files(count)).scope).toBe(scope);
  });
});

describe("the shipped policy", () => {
  it("sees money and a manifest as one risky change [R-243]", () => {
    const facts = factsOf([fileOf("src/billing/a.ts", { added: 100 }), "package.json"]);
    const { domains, risk } = classify(facts, policyOf(), { title: "Fix", statedBy: "person" }, []);

    expect(domains).toEqual(["money", "dependencies"]);
    expect(risk).toBe(3 + 1 + 1 + 2);
  });
});
