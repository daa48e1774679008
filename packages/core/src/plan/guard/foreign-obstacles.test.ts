import { describe, expect, it } from "vitest";
import { barePolicy, factsOf } from "../../testing/plan-of.ts";
import {
  type ForeignMove,
  foreignObstacles,
  nameSession,
  withAnyCheck,
} from "./foreign-obstacles.ts";

const emails = { "Ada@acme.test": "ada", "ben@acme.test": "ben", "bot@acme.test": null };
const POLICY = barePolicy({ people: { owner: ["ada"], emails } });
const SESSION = { agent: "codex", session: "0123456789ab", worktree: "/shop" };

const commit = (more: Partial<ForeignMove["facts"]["commits"][number]> = {}) => ({
  id: "a".repeat(40),
  authorName: "Ada",
  authorEmail: "ada@acme.test",
  committerEmail: "ada@acme.test",
  subject: "Say more",
  coAuthors: [],
  ...more,
});

function move(more: Partial<ForeignMove> = {}, files: string[] = ["notes.md"]): ForeignMove {
  return {
    isContinuation: true,
    facts: { ...factsOf(files), commits: [commit()] },
    sessions: [],
    like: null,
    ...more,
  };
}

function withCommits(...commits: ReturnType<typeof commit>[]): ForeignMove {
  return move({ facts: { ...factsOf(["notes.md"]), commits } });
}

describe("foreignObstacles", () => {
  it("finds nothing against commits of an owner that touch nothing that judges", () => {
    expect(foreignObstacles(move(), POLICY)).toEqual([]);
  });

  it("refuses a target that was not only extended, whatever else holds", () => {
    expect(foreignObstacles(move({ isContinuation: false, sessions: null }), POLICY)).toEqual([
      "they rewind or replace the history of the target",
    ]);
  });

  it.each([
    ["another person", commit({ committerEmail: "ben@acme.test" }), "no owner for ben@acme.test"],
    ["a program", commit({ committerEmail: "bot@acme.test" }), "no owner for bot@acme.test"],
    ["an unknown address", commit({ committerEmail: "x@y.test" }), "no owner for x@y.test"],
    [
      "a program as author",
      commit({ authorEmail: "bot@acme.test" }),
      "no person for bot@acme.test",
    ],
    ["an unknown co-author", commit({ coAuthors: ["x@y.test"] }), "no person for x@y.test"],
  ])("refuses commits by %s", (_, one, why) => {
    const found = foreignObstacles(withCommits(commit(), one), POLICY);
    expect(found).toEqual([expect.stringContaining(`people.emails names ${why}`)]);
  });

  it("takes the author for the committer where no committer is known, and other people as authors", () => {
    const old = commit();
    const { committerEmail: _, ...without } = old;
    const by = commit({ authorEmail: "ben@acme.test", coAuthors: ["BEN@acme.test"] });
    expect(
      foreignObstacles(withCommits({ ...without, committerEmail: undefined }, by), POLICY),
    ).toEqual([]);
  });

  it("refuses every commit where the policy knows no address", () => {
    const { emails: _, ...people } = POLICY.people;
    const policy = { ...POLICY, people: { ...people, emails: {} } };
    expect(foreignObstacles(move(), policy)).toHaveLength(1);
  });

  it("refuses commits while an agent was at work, and where that cannot be known", () => {
    expect(foreignObstacles(move({ sessions: [SESSION] }), POLICY)).toEqual([
      "codex (session 01234567) was at work in /shop",
    ]);
    expect(foreignObstacles(move({ sessions: null }), POLICY)).toEqual([
      "this engine does not see which agents are at work",
    ]);
  });

  it("refuses changes of the policy, of what it protects and of what steers checks", () => {
    const files = ["countersign.json", ".npmrc", ".github/ci.yml", "notes.md"];
    const found = foreignObstacles(move({}, []), POLICY);
    expect(found).toEqual([]);
    const facts = {
      ...factsOf(files),
      commits: [commit()],
      policyChange: { bases: [], effect: "changed" as const, problem: "" },
    };
    const policy = barePolicy({
      people: { owner: ["ada"], emails },
      trust: { protected: [".github/**"] },
    });
    expect(foreignObstacles(move({ facts }), policy)).toEqual([
      "this change alters the policy",
      "they change countersign.json, which the policy is read from",
      "they change .github/ci.yml, which the policy protects",
      "they change .npmrc, which steers checks",
    ]);
  });

  it("refuses the trust files, and names the command that changes them", () => {
    const facts = { ...factsOf([".countersign/trust.json"]), commits: [commit()] };
    expect(foreignObstacles(move({ facts }), POLICY)[0]).toBe(
      "they change .countersign/trust.json. Whose signatures count is changed with countersign trust change, which its owners sign.",
    );
  });

  it.each([
    [true, "was rejected"],
    [false, "is not merged"],
  ])("refuses content of a task (rejected: %s)", (isRejected, why) => {
    expect(foreignObstacles(move({ like: { task: "cs-1", isRejected } }), POLICY)).toEqual([
      `they have the content of cs-1, which ${why}`,
    ]);
  });

  it("refuses commits that were not read, and more than are judged", () => {
    expect(foreignObstacles(withCommits(), POLICY)).toEqual(["the commits cannot be read"]);
    const many = Array.from({ length: 101 }, () => commit());
    expect(foreignObstacles(withCommits(...many), POLICY)).toEqual([
      "they are more than 100 commits",
    ]);
  });
});

describe("withAnyCheck", () => {
  it("keeps the checks of a policy, and stands in for checks that come later", () => {
    const checked = barePolicy({ checks: [{ id: "tests", run: "npm test" }] });
    expect(withAnyCheck(checked)).toBe(checked);
    expect(withAnyCheck(POLICY).checks.map(({ id }) => id)).toEqual(["later-checks"]);
  });
});

it("a session is named by its agent and the beginning of its id", () => {
  expect(nameSession(SESSION)).toBe("codex (session 01234567)");
});
