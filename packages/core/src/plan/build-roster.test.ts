import { describe, expect, it } from "vitest";
import {
  buildRoster,
  LIVE_CONNECTION_MS,
  type RosterCredential,
  type RosterFacts,
} from "./build-roster.ts";

const NOW = 10_000_000;

function credential(actor: string, more: Partial<RosterCredential> = {}): RosterCredential {
  const connections = [{ repo: "shop", seenMs: NOW - 1_000 }];
  return { actor, role: "reviewer", task: null, connections, ...more };
}

function rosterOf(more: Partial<RosterFacts>): string[] {
  const facts = { repo: "shop", task: "cs-1", nowMs: NOW, engineRun: [], runnable: [] };
  return buildRoster({ ...facts, credentials: [], openSeats: {}, ...more }).map(({ id }) => id);
}

describe("buildRoster", () => {
  it("has a reviewer with a live connection, with its department, model family and load", () => {
    const credentials = [credential("codex", { department: "engineering", modelFamily: "gpt" })];
    const facts = { repo: "shop", task: "cs-1", nowMs: NOW, engineRun: [], runnable: [] };

    expect(buildRoster({ ...facts, credentials, openSeats: { codex: 3 } })).toEqual([
      { id: "codex", kind: "agent", load: 3, department: "engineering", modelFamily: "gpt" },
    ]);
  });

  it("has a reviewer that the engine can run", () => {
    const facts = { repo: "shop", task: "cs-1", nowMs: NOW, credentials: [], openSeats: {} };
    const runnable = [{ id: "codex", modelFamily: "gpt" }, { id: "plain" }];

    expect(buildRoster({ ...facts, engineRun: ["codex", "plain"], runnable })).toEqual([
      { id: "codex", kind: "agent", load: 0, modelFamily: "gpt", reachedBy: "engine" },
      { id: "plain", kind: "agent", load: 0, reachedBy: "engine" },
    ]);
  });

  it("has each person once, and counts no seats for people", () => {
    const ana = credential("ana", { role: "human", connections: [] });

    expect(rosterOf({ credentials: [ana, ana], openSeats: { ana: 2 } })).toEqual(["ana"]);
  });

  it.each<[string, Partial<RosterCredential>]>([
    ["an author, though it is connected", { role: "author" }],
    ["a planner, though it is connected", { role: "planner" }],
    ["a reviewer without a connection", { connections: [] }],
    [
      "a reviewer of another repository",
      { connections: [{ repo: "elsewhere", seenMs: NOW - 1_000 }] },
    ],
    [
      "a reviewer that was seen too long ago",
      { connections: [{ repo: "shop", seenMs: NOW - LIVE_CONNECTION_MS }] },
    ],
    ["a reviewer that may touch another task only", { task: "cs-2" }],
  ])("leaves out %s", (_, more) => {
    expect(rosterOf({ credentials: [credential("codex", more)] })).toEqual([]);
  });

  it("has a reviewer whose credential is for exactly this task", () => {
    expect(rosterOf({ credentials: [credential("codex", { task: "cs-1" })] })).toEqual(["codex"]);
  });

  it("leaves out a connection under the name of a reviewer that the engine runs", () => {
    const credentials = [credential("codex")];

    expect(rosterOf({ credentials, engineRun: ["codex"] })).toEqual([]);
  });

  it("takes no load from a name that every object has", () => {
    const credentials = [credential("constructor")];
    const facts = { repo: "shop", task: "cs-1", nowMs: NOW, engineRun: [], runnable: [] };

    expect(buildRoster({ ...facts, credentials, openSeats: {} })).toMatchObject([{ load: 0 }]);
  });
});
