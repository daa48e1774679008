import { describe, expect, it } from "vitest";
import { loadPolicy } from "../load/load-policy.ts";
import type { Problem } from "../problem.ts";

function problemsOf(file: Record<string, unknown>): Problem[] {
  const loaded = loadPolicy(file);
  return loaded.ok ? [] : loaded.problems;
}

describe("chain overrides", () => {
  it("of a known department, type and layers are accepted", () => {
    const chainOverrides = { engineering: { code: ["self", "peer", "department_head"] } };

    expect(problemsOf({ chainOverrides })).toEqual([]);
  });

  it.each([
    [
      { enginering: { code: ["self"] } },
      "chainOverrides.enginering",
      "There is no department enginering",
      "engineering",
    ],
    [
      { engineering: { cod: ["self"] } },
      "chainOverrides.engineering.cod",
      "There is no chain for cod",
      "code",
    ],
    [
      { engineering: { code: ["self", "pear"] } },
      "chainOverrides.engineering.code[1]",
      "Must be one of self, peer, department_head, csuite, owner",
      "peer",
    ],
    [
      { engineering: { code: [] } },
      "chainOverrides.engineering.code",
      "Needs at least 1 entry",
      undefined,
    ],
    [
      { engineering: { code: ["self", "self"] } },
      "chainOverrides.engineering.code",
      "A layer is listed twice",
      undefined,
    ],
    [
      { engineering: { code: "self" } },
      "chainOverrides.engineering.code",
      "Must be a list, not a text",
      undefined,
    ],
    [
      { engineering: ["self"] },
      "chainOverrides.engineering",
      "Must be an object, not a list",
      undefined,
    ],
    [["engineering"], "chainOverrides", "Must be an object, not a list", undefined],
  ])("%j are refused [R-230]", (chainOverrides, path, reason, didYouMean) => {
    expect(problemsOf({ chainOverrides })).toEqual([
      didYouMean === undefined ? { path, reason } : { path, reason, didYouMean },
    ]);
  });
});

describe("chains", () => {
  it("name a layer once", () => {
    expect(problemsOf({ chains: { code: ["peer", "self", "peer"] } })).toEqual([
      { path: "chains.code", reason: "A layer is listed twice" },
    ]);
  });

  it("exist for every type that a title can give", () => {
    expect(problemsOf({ inferTypes: [{ type: "legal" }] })).toEqual([
      { path: "inferTypes[0].type", reason: "There is no chain for legal" },
    ]);
    expect(problemsOf({ inferTypes: [{ type: "legal" }], chains: { legal: ["owner"] } })).toEqual(
      [],
    );
  });

  it("exist for every type that a policy names", () => {
    const policies = [
      { id: "u", when: "always", require: [{ layer: "owner" }], description: "U" },
      { id: "t", when: { type: "cod" }, require: [{ layer: "owner" }], description: "T" },
    ];

    expect(problemsOf({ rules: [], policies })).toEqual([
      { path: "policies[1].when.type", reason: "There is no chain for cod", didYouMean: "code" },
    ]);
  });
});

describe("conditions and demands", () => {
  const universal = { id: "u", when: "always", require: [{ layer: "owner" }], description: "U" };

  function problemsOfPolicy(more: Record<string, unknown>): Problem[] {
    return problemsOf({ rules: [], policies: [universal, { ...universal, id: "x", ...more }] });
  }

  it.each([
    [{ when: {} }, "when", 'No condition; write "always" if that is meant'],
    [{ when: "allways" }, "when", "Must be one of always, (an object)"],
    [
      { when: { paths: ["/src"] } },
      "when.paths[0]",
      "Not a pattern for paths: a leading slash; paths start at the repository's root without one",
    ],
    [{ when: { riskAtLeast: 11 } }, "when.riskAtLeast", "Must be at most 10"],
    [{ require: [] }, "require", "Needs at least 1 entry"],
    [
      { require: [{ layer: "boss" }] },
      "require[0].layer",
      "Must be one of self, peer, department_head, csuite, owner",
    ],
    [
      { require: [{ reviewer: "secrets", quorum: 2 }] },
      "require[0].quorum",
      "2 answers are required, but at most 1 are possible",
    ],
    [
      { require: [{ layer: "owner", quorum: 2 }] },
      "require[0].quorum",
      "2 answers are required, but at most 1 are possible",
    ],
    [
      { require: [{ layer: "csuite", quorum: 3 }] },
      "require[0].quorum",
      "3 answers are required, but at most 1 are possible",
    ],
    [
      { require: [{ layer: "self", quorum: 2 }] },
      "require[0].quorum",
      "2 answers are required, but at most 1 are possible",
    ],
  ])("%j is refused", (more, path, reason) => {
    expect(problemsOfPolicy(more)).toMatchObject([{ path: `policies[1].${path}`, reason }]);
  });

  it("may ask for as many peers or owners as there can be [R-099]", () => {
    expect(problemsOfPolicy({ require: [{ layer: "peer", quorum: 3 }] })).toEqual([]);
    expect(
      problemsOf({
        rules: [],
        policies: [{ ...universal, require: [{ layer: "owner", quorum: 2 }] }],
        people: { owner: ["ann", "ben"] },
      }),
    ).toEqual([]);
  });
});

describe("a panel", () => {
  it.each([
    [{ members: ["codex", "gemini"], quorum: 3 }, "panel.quorum", "3 answers of 2 members"],
    [{ members: ["codex", "codex"], quorum: 1 }, "panel.members", "A member is listed twice"],
    [
      { members: ["secrets"], quorum: 1 },
      "panel.members[0]",
      "Only an agent can do this, not a check",
    ],
    [
      { members: ["codex"], quorum: 1, when: { domain: "x" } },
      "panel.when.domain",
      "There is no domain x",
    ],
    [{ members: [], quorum: 1 }, "panel.members", "Needs at least 1 entry"],
  ])("%j is refused", (panel, path, reason) => {
    expect(problemsOf({ panel })).toMatchObject([{ path, reason }]);
  });
});

describe("people", () => {
  it.each([
    [{ escalateTo: ["owner"] }],
    [{ escalateTo: ["ceo", "cto"] }],
    [{ escalateTo: ["zoe"], substitutes: { ceo: ["zoe"] } }],
    [{ owner: ["ann"], substitutes: { ann: ["ben"] } }],
  ])("%j are known", (people) => {
    expect(problemsOf({ people })).toEqual([]);
  });

  it.each([
    [{ escalateTo: ["zoe"] }, "people.escalateTo[0]", "There is no person zoe"],
    [{ substitutes: { zoe: ["ben"] } }, "people.substitutes.zoe", "There is no person zoe"],
    [{ owner: ["codex"] }, "people.owner[0]", "codex is not a person"],
    [{ owner: [] }, "people.owner", "Needs at least 1 entry"],
  ])("%j are refused", (people, path, reason) => {
    expect(problemsOf({ people })).toEqual([{ path, reason }]);
  });

  it("are not the agents of a department", () => {
    const departments = { engineering: { head: "cto", agents: ["dev1"] } };

    expect(problemsOf({ departments, people: { owner: ["dev1"] } })).toEqual([
      { path: "people.owner[0]", reason: "dev1 is not a person" },
    ]);
  });
});

describe("other values", () => {
  it.each([
    [
      { modes: { labels: { "review:docs": { mode: "skip" } } } },
      "modes.labels.review:docs",
      "Labels that begin with review: choose a mode themselves",
    ],
    [
      { modes: { labels: { " docs": { mode: "skip" } } } },
      'modes.labels[" docs"]',
      "Spaces around the label",
    ],
    [
      {
        risk: {
          lines: [
            [5, 1],
            [5, 2],
          ],
        },
      },
      "risk.lines",
      "The limits must rise from entry to entry",
    ],
    [
      { trust: { protected: ["src/"] } },
      "trust.protected[0]",
      "Not a pattern for paths: a trailing slash; write folder/** for what is in a folder",
    ],
    [
      { trust: { protected: ["package.json#"] } },
      "trust.protected[0]",
      "After # comes a key of the file, as in file#key",
    ],
    [
      { trust: { protected: ["#scripts"] } },
      "trust.protected[0]",
      "Not a pattern for paths: an empty pattern",
    ],
    [
      { checks: [{ id: "test", run: "npm test", judges: ["spec/**", "tools/"] }] },
      "checks[0].judges[1]",
      "Not a pattern for paths: a trailing slash; write folder/** for what is in a folder",
    ],
    [
      { checks: [{ id: "test", run: "npm test", judges: ["tool.json#"] }] },
      "checks[0].judges[0]",
      "After # comes a key of the file, as in file#key",
    ],
    [
      { checks: [{ id: "test", run: "npm test", judges: ["!src/**"] }] },
      "checks[0].judges[0]",
      "Not a pattern for paths: a leading !; patterns cannot exclude",
    ],
    [
      { merge: { target: "--output=x" } },
      "merge.target",
      "Must be the name of a branch such as main or release/1.2",
    ],
    [
      { merge: { target: "a..b" } },
      "merge.target",
      "Must be the name of a branch such as main or release/1.2",
    ],
    [
      { notify: { quietHours: { from: "24:00", to: "08:00" } } },
      "notify.quietHours.from",
      "Must be a time of day such as 08:30",
    ],
    [
      { departments: { "a b": { head: "x" } } },
      'departments["a b"]',
      "The key must be a name of letters, digits and . _ @ + -, at most 64 characters",
    ],
    [{ departments: { legal: {} } }, "departments.legal.head", "Missing"],
    [
      { trackers: { github: { enabled: "yes" } } },
      "trackers.github.enabled",
      "Must be one of true, false, auto",
    ],
    [{ version: 2 }, "version", "Must be 1"],
  ])("%j is refused", (file, path, reason) => {
    expect(problemsOf(file)).toMatchObject([{ path, reason }]);
  });

  it.each([
    [
      {
        trust: { protected: ["package.json#scripts", "**/tsconfig*.json#compilerOptions.strict"] },
      },
    ],
    [{ merge: { target: "release/1.2" } }],
    [{ notify: { quietHours: { from: "22:00", to: "07:30" } } }],
    [{ risk: { lines: [] } }],
  ])("%j is accepted", (file) => {
    expect(problemsOf(file)).toEqual([]);
  });
});
