import { describe, expect, it } from "vitest";
import type { ForgeAccount } from "../ports/forge.ts";
import { loadTestPolicy } from "../testing/load-test-policy.ts";
import { findAuthor, listCommitters } from "./change-author.ts";

const ANA: ForgeAccount = { id: 7, login: "ana-at-work", isBot: false };
const EVE: ForgeAccount = { id: 9, login: "ana", isBot: false };
const BOT: ForgeAccount = { id: 100, login: "devin[bot]", isBot: true };
const LINKED = new Map([[7, "ana"]]);
const POLICY = loadTestPolicy({});

describe("the author of a change", () => {
  it.each([
    {
      title: "of a linked account is an agent of that person",
      author: ANA,
      expected: { actor: "github-7", kind: "agent", sponsor: "ana" },
    },
    {
      title: "of an account without a person is an agent of that account",
      author: EVE,
      expected: { actor: "github-9", kind: "agent", sponsor: "github-9" },
    },
    {
      title: "of a bot is an agent of the person who assigned the work",
      author: BOT,
      assignedBy: ANA,
      expected: { actor: "github-100", kind: "agent", sponsor: "ana" },
    },
    {
      title: "of a bot that assigned the work to itself has no sponsor",
      author: BOT,
      assignedBy: BOT,
      expected: { actor: "github-100", kind: "agent", sponsor: null },
    },
    {
      title: "of a bot without an assignment has no sponsor",
      author: BOT,
      expected: { actor: "github-100", kind: "agent", sponsor: null },
    },
  ])("$title", ({ author, assignedBy = null, expected }) => {
    expect(findAuthor({ author }, { assignedBy }, LINKED, POLICY)).toEqual(expected);
  });

  it("is the person if the policy says that they write by hand", () => {
    const policy = loadTestPolicy({ people: { handWritten: ["Ana"] } });

    expect(findAuthor({ author: ANA }, { assignedBy: null }, LINKED, policy)).toEqual({
      actor: "ana",
      kind: "human",
      sponsor: null,
    });
    expect(findAuthor({ author: EVE }, { assignedBy: null }, LINKED, policy).kind).toBe("agent");
    expect(findAuthor({ author: BOT }, { assignedBy: ANA }, LINKED, policy).kind).toBe("agent");
  });

  it("keeps its name when the account is renamed", () => {
    const before = findAuthor({ author: ANA }, { assignedBy: null }, LINKED, POLICY);
    const renamed = { ...ANA, login: "someone-else" };

    expect(findAuthor({ author: renamed }, { assignedBy: null }, LINKED, POLICY)).toEqual(before);
  });
});

describe("the committers of a change", () => {
  it("are people by their linked accounts, and accounts by number", () => {
    const committers = [EVE, BOT, ANA, ANA];

    expect(listCommitters({ committers }, LINKED)).toEqual(["ana", "github-9", "github-100"]);
  });

  it("keep every person when there are more accounts than a submission can list", () => {
    const crowd = Array.from({ length: 300 }, (_, id) => ({ ...EVE, id: 1_000 + id }));
    const names = listCommitters({ committers: [...crowd, ANA] }, LINKED);

    expect([names.length, names[0]]).toEqual([100, "ana"]);
  });
});
