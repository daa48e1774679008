import { describe, expect, it } from "vitest";
import type { Facts } from "../../content/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { ReviewPolicy } from "../../policy/schema-review.ts";
import {
  agentOf,
  assignmentOf,
  barePolicy,
  factsOf,
  fileOf,
  planOf,
} from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import type { Gap } from "../schema.ts";
import { findGaps } from "./find-gaps.ts";

const ALONE = assignmentOf({ modeChoices: [{ mode: "skip", by: "person" }] });
const MACHINES_ONLY = { assignment: ALONE, roster: [agentOf("claude")] };

function gapsOf(facts: Facts, policy: Policy = barePolicy(), input = {}): Gap[] {
  return findGaps(facts, planOf({ facts, policy, ...MACHINES_ONLY, ...input }), policy);
}

function proposed(gap: Gap | undefined): unknown {
  return JSON.parse(gap?.proposal ?? "null");
}

const weakened = factsOf(["spec/a_spec.rb"], {
  weakenedTests: [{ path: "spec/a_spec.rb", what: "test_deleted" }],
});

const CASES: [string, Facts, string, string, object][] = [
  [
    "dependencies that nobody with security looks at",
    factsOf(["web/package.json", "go.mod"]),
    "security-reviewer",
    "Dependencies changed, and no security reviewer is asked",
    { id: "gap-dependencies", when: { paths: ["**/go.mod", "**/package.json"] } },
  ],
  [
    "automation that nobody with security looks at",
    factsOf([".github/workflows/ci.yml", "ci/Jenkinsfile"]),
    "security-reviewer",
    "Automation changed, and no security reviewer is asked",
    { id: "gap-automation", when: { paths: [".github/workflows/**", "ci/**"] } },
  ],
  [
    "names of access outside the domain auth",
    factsOf(["src/userLogin.ts"]),
    "security-reviewer",
    "Files outside the domain auth deal with access, and no security reviewer is asked",
    { id: "gap-access", when: { paths: ["src/**"] } },
  ],
  [
    "a migration that no agent reads",
    factsOf(["db/migrate/1_add.rb"]),
    "build-reviewer",
    "A database migration changed, and no agent reviews it",
    { id: "gap-migrations", when: { paths: ["db/migrate/**"] } },
  ],
  [
    "weakened tests that no agent reads",
    weakened,
    "build-reviewer",
    "Tests were weakened, and no agent reviews them",
    { id: "gap-weakened-tests", when: { paths: ["spec/**"] } },
  ],
  [
    "many lines of a file type without a domain",
    factsOf([fileOf("a.zig", { added: 150 }), fileOf("b/c.zig", { deleted: 49 })]),
    "build-reviewer",
    "200 lines of .zig files belong to no domain",
    { id: "gap-file-type", when: { paths: ["**/*.zig"] } },
  ],
  [
    "a large change with checks alone",
    factsOf([fileOf("LICENSE", { added: 501 })]),
    "build-reviewer",
    "Only checks review a large change",
    { id: "gap-size", when: { riskAtLeast: 3 } },
  ],
];

describe("findGaps", () => {
  it.each(CASES)("finds %s [R-066] [R-067] [R-243] [C22]", (_, facts, reviewer, concern, entry) => {
    const [gap, ...others] = gapsOf(facts);

    expect(others).toEqual([]);
    expect(gap).toMatchObject({ reviewer, concern, foundBy: "gap-rules" });
    expect(proposed(gap)).toEqual({
      require: [{ reviewer }],
      priority: 50,
      description: concern,
      ...entry,
    });
  });

  it.each(CASES)("proposes an entry that would have caught %s [R-068]", (_, facts) => {
    const entries = gapsOf(facts).map((gap) => ReviewPolicy.parse(proposed(gap)));
    const bare = barePolicy();

    expect(gapsOf(facts, { ...bare, policies: [...bare.policies, ...entries] })).toEqual([]);
  });

  it.each([
    [".github/workflows/a.yml", "gap-automation"],
    ["src/login.c", "gap-access"],
    ["package.json", "gap-dependencies"],
    ["db/migrate/1.rb", "gap-migrations"],
  ])("sees that %s was moved away", (oldPath, id) => {
    const gaps = gapsOf(factsOf([fileOf("attic/1", { oldPath, status: "renamed" })]));

    expect(gaps.map(proposed)).toMatchObject([{ id }]);
  });

  it("finds nothing in a small plain change", () => {
    expect(gapsOf(factsOf(["src/a.ts"]))).toEqual([]);
  });

  it("finds nothing that the shipped policies cover", () => {
    const facts = factsOf([".github/workflows/a.yml", "src/auth/a.ts", "db/migrate/1.rb"]);

    expect(gapsOf(facts, policyOf())).toEqual([]);
  });
});

describe("a gap of security", () => {
  const facts = factsOf(["package.json"]);

  it("is covered by an expert in the panel", () => {
    const panel = { members: ["security-reviewer"], quorum: 1 };

    expect(gapsOf(facts, barePolicy({ panel }))).toEqual([]);
  });

  it("is covered by any expert who is asked, also if the registry names another one first", () => {
    const [expert, ...others] = policyOf().reviewers.toSorted((a, b) =>
      a.id === "security-reviewer" ? -1 : b.id === "security-reviewer" ? 1 : 0,
    );
    const reviewers = [expert, { ...expert, id: "second-expert" }, ...others];
    const panel = { members: ["second-expert"], quorum: 1 };

    expect(gapsOf(facts, barePolicy({ reviewers, panel }))).toEqual([]);
    expect(gapsOf(facts, barePolicy({ reviewers }))).toHaveLength(1);
  });

  it("is covered by whoever stands in for an expert who is an author [H18]", () => {
    const assignment = { ...ALONE, authors: ["security-reviewer"] };
    const policy = policyOf();

    expect(gapsOf(factsOf(["src/auth/package.json"]), policy, { assignment })).toEqual([]);
  });

  it("is not covered by other agents", () => {
    const panel = { members: ["codex"], quorum: 1 };

    expect(gapsOf(facts, barePolicy({ panel }))).toHaveLength(1);
  });

  it("is left alone if nobody knows security", () => {
    const reviewers = policyOf().reviewers.filter(({ id }) => id !== "security-reviewer");

    expect(gapsOf(facts, barePolicy({ reviewers }))).toEqual([]);
  });

  it("is not for a check that claims to know security", () => {
    const reviewers = policyOf().reviewers.flatMap((entry) =>
      entry.id === "security-reviewer" ? [] : [{ ...entry, capabilities: ["security"] }],
    );
    const [gap] = gapsOf(facts, barePolicy({ reviewers }));

    expect(gap?.reviewer).toBe("build-reviewer");
  });
});

describe("a gap that any reader covers", () => {
  const facts = factsOf(["db/migrate/1.rb"]);

  it.each([
    ["an agent", { policy: { panel: { members: ["codex"], quorum: 1 } }, roster: [] }],
    ["a peer", { policy: {}, roster: [agentOf("dev-2")] }],
  ])("is covered by %s", (_, { policy, roster }) => {
    expect(gapsOf(facts, barePolicy(policy), { roster })).toEqual([]);
  });

  it("is not covered by a person", () => {
    expect(gapsOf(facts, barePolicy(), { assignment: assignmentOf() })).toHaveLength(1);
  });

  it("goes to the expert, also if another agent is named before", () => {
    const reviewers = policyOf().reviewers.flatMap((entry) =>
      entry.id === "codex" ? [] : [entry],
    );
    const codex = policyOf().reviewers.filter(({ id }) => id === "codex");

    expect(gapsOf(weakened, barePolicy({ reviewers: [...codex, ...reviewers] }))).toMatchObject([
      { reviewer: "build-reviewer" },
    ]);
  });

  it("goes to any agent if no expert is there, and to nobody if no agent is", () => {
    const checks = policyOf().reviewers.filter(({ kind }) => kind === "check");
    const codex = policyOf().reviewers.filter(({ id }) => id === "codex");

    expect(gapsOf(weakened, barePolicy({ reviewers: [...checks, ...codex] }))).toMatchObject([
      { reviewer: "codex" },
    ]);
    expect(gapsOf(weakened, barePolicy({ reviewers: checks }))).toEqual([]);
  });
});

describe("a large change", () => {
  const facts = factsOf([fileOf("LICENSE", { added: 501 })]);

  it("is no gap if a person looks at it", () => {
    expect(gapsOf(facts, barePolicy(), { assignment: assignmentOf() })).toEqual([]);
  });
});

describe("a file type", () => {
  it.each([
    ["with fewer lines", [fileOf("a.zig", { added: 199 })]],
    ["that is generated", [fileOf("a.zig", { added: 500, generated: true })]],
    ["without an ending", [fileOf("zig", { added: 500 })]],
    ["without an ending, in a folder with a dot", [fileOf("v1.zig/main", { added: 500 })]],
  ])("%s is no gap", (_, files) => {
    expect(gapsOf(factsOf(files))).toEqual([]);
  });

  it("of a known domain is no gap", () => {
    const domains = [{ id: "zig", globs: ["**/*.zig"], description: "Zig" }];

    expect(gapsOf(factsOf([fileOf("a.zig", { added: 400 })]), barePolicy({ domains }))).toEqual([]);
  });

  it.each([
    [fileOf("a.zig", { added: 300 }), fileOf("b.odin", { added: 301 }), "301 lines of .odin"],
    [fileOf("a.zig", { added: 300 }), fileOf("b.odin", { added: 300 }), "300 lines of .odin"],
    [fileOf("b.odin", { added: 300 }), fileOf("a.zig", { added: 300 }), "300 lines of .odin"],
  ])("with the most lines is named, equal ones by name (%#)", (a, b, text) => {
    const [gap] = gapsOf(factsOf([a, b]));

    expect(gap?.concern).toBe(`${text} files belong to no domain`);
  });

  it("is a gap even if a specialist reads something else", () => {
    const panel = { members: ["finance-sme"], quorum: 1 };

    expect(gapsOf(factsOf([fileOf("a.zig", { added: 400 })]), barePolicy({ panel }))).toHaveLength(
      1,
    );
  });
});

describe("the words of access", () => {
  it.each(["lib/oauth2.go", "LoginPage.vue", "core/password_hash.py", "a/sso/b.c", "rbac.yaml"])(
    "are in %s",
    (path) => {
      expect(gapsOf(factsOf([path]))).toHaveLength(1);
    },
  );

  it.each(["src/author.ts", "src/tokens.css", "docs/login.md", "src/authors/a.ts", "blogin.c"])(
    "are not in %s",
    (path) => {
      expect(gapsOf(factsOf([path]))).toEqual([]);
    },
  );

  it("are no gap inside the domain auth, and are one inside others", () => {
    const domains = (id: string) => [{ id, globs: ["**/*.c"], description: "C" }];

    expect(gapsOf(factsOf(["login.c"]), barePolicy({ domains: domains("auth") }))).toEqual([]);
    expect(gapsOf(factsOf(["login.c"]), barePolicy({ domains: domains("ui") }))).toHaveLength(1);
  });
});

describe("a proposal", () => {
  it("names a file at the top by itself and at most eight places, sorted", () => {
    const paths = Array.from({ length: 9 }, (_, i) => `d${9 - i}/login.c`);

    expect(proposed(gapsOf(factsOf(["login.c"]))[0])).toMatchObject({
      when: { paths: ["login.c"] },
    });
    expect(proposed(gapsOf(factsOf([...paths, "d1/sso.c"]))[0])).toMatchObject({
      when: { paths: Array.from({ length: 8 }, (_, i) => `d${i + 1}/**`) },
    });
  });

  it.each(["a{b}/*/login.c", `${"x".repeat(101)}/login.c`, "ä/login.c"])(
    "is made of plain names only, so %s is proposed as a rule for all",
    (path) => {
      expect(proposed(gapsOf(factsOf([path]))[0])).toMatchObject({ when: "always" });
    },
  );
});
