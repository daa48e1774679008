import { describe, expect, it } from "vitest";
import { type ContributionRecord, toContributors } from "./read-contributors.ts";

const ANA = { id: 1, login: "ana", type: "User" };
const BEN = { id: 2, login: "ben", type: "User" };
const CAT = { id: 3, login: "cat", type: "User" };
const BOT = { id: 9, login: "agent[bot]", type: "Bot" };
const RECORD: ContributionRecord = {
  origin: {
    user: BOT,
    head: { ref: "work", user: CAT, repo: { id: 7 } },
    base: { repo: { id: 7 } },
  },
  commits: [{ author: BOT, committer: BOT }],
  activity: [],
  events: [],
};
const assigned = (actor: typeof ANA, assignee = BOT) => ({ event: "assigned", actor, assignee });
const ids = (record: Partial<ContributionRecord>) =>
  toContributors({ ...RECORD, ...record }).committers.map(({ id }) => id);

describe("toContributors", () => {
  it("lists each author, committer and pusher once", () => {
    const commits = [
      { author: ANA, committer: BEN },
      { author: BEN, committer: BEN },
    ];
    const events = [{ event: "head_ref_force_pushed", actor: CAT, assignee: null }];

    expect(ids({ commits, activity: [{ actor: BOT }], events })).toEqual([1, 2, 9, 3]);
  });

  it("lists the owner of a fork, who can push without a trace in our repository", () => {
    const origin = { ...RECORD.origin, head: { ref: "work", user: CAT, repo: { id: 8 } } };

    expect(ids({ origin })).toEqual([9, 3]);
    expect(ids({ origin: { ...origin, head: { ...origin.head, repo: null } } })).toEqual([9, 3]);
    expect(ids({})).toEqual([9]);
  });

  it.each([
    ["a commit without an account", [{ author: null, committer: BOT }], true],
    ["a committer without an account", [{ author: BOT, committer: null }], true],
    ["known accounts", [{ author: BOT, committer: BOT }], false],
    ["as many commits as GitHub lists", Array(250).fill({ author: BOT, committer: BOT }), true],
  ])("says for %s whether an account is unknown", (_, commits, hasUnknown) => {
    expect(toContributors({ ...RECORD, commits }).hasUnknown).toBe(hasUnknown);
  });

  it("names the person who assigned the author first", () => {
    const events = [assigned(BEN, { ...ANA, type: "User" }), assigned(ANA), assigned(CAT)];

    expect(toContributors({ ...RECORD, events }).assignedBy).toEqual({
      id: 1,
      login: "ana",
      isBot: false,
    });
  });

  it.each([
    ["the author itself", [assigned(BOT)]],
    ["a bot", [assigned({ ...BOT, id: 10 })]],
    ["another event", [{ ...assigned(ANA), event: "unassigned" }]],
    ["an event without an actor", [{ ...assigned(ANA), actor: null }]],
  ])("names no person for an assignment by %s", (_, events) => {
    expect(toContributors({ ...RECORD, events }).assignedBy).toBeNull();
  });

  it("names no person for a deleted author and an assignment without an assignee", () => {
    const origin = { ...RECORD.origin, user: null };
    const events = [{ event: "assigned", actor: ANA, assignee: null }];

    expect(toContributors({ ...RECORD, origin, events }).assignedBy).toBeNull();
  });
});
