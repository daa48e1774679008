import { describe, expect, it } from "vitest";
import { createRosterCache } from "./rosters.ts";

const PERSON = { role: "human", task: null, department: null, family: null } as const;
const ALWAYS = { expiresMs: null, repo: null, seenMs: null };

/** What a statement reads of an organisation with these people. */
const rowsOf = (rosterVersion: string, ...actors: string[]) => ({
  rosterVersion,
  credentials: actors.map((actor) => ({ ...PERSON, ...ALWAYS, actor })),
});
const SAME = (rosterVersion: string) => ({ rosterVersion, credentials: null });

describe("the rosters that a process keeps", () => {
  it("hold until the first credential expires or the first connection lapses", () => {
    const cache = createRosterCache();
    const at = (expiresMs: number | null, seenMs: number | null) => ({
      ...PERSON,
      actor: "x",
      repo: null,
      expiresMs,
      seenMs,
    });
    const resolve = (...credentials: ReturnType<typeof at>[]) =>
      cache.resolve("acme", cache.known("acme"), { rosterVersion: "v1", credentials }).untilMs;

    expect(resolve(at(null, null))).toBe(Number.MAX_SAFE_INTEGER);
    expect(resolve(at(5_000_000, null), at(7_000_000, null))).toBe(5_000_000);
    expect(resolve(at(5_000_000, 1_000_000))).toBe(1_120_000);
  });

  it("answer with the roster whose version was sent, though another command has read a newer one", () => {
    const cache = createRosterCache();
    cache.resolve("acme", cache.known("acme"), rowsOf("v1", "ana"));
    const sent = cache.known("acme");
    cache.resolve("acme", sent, rowsOf("v2", "ana", "ben"));

    const actors = cache.resolve("acme", sent, SAME("v1")).credentialsFor("shop");
    expect(actors.map(({ actor }) => actor)).toEqual(["ana"]);
    expect(cache.known("acme").version).toBe("v2");
  });

  it("are limited over all organisations, the oldest is dropped, and the last is always kept", () => {
    const cache = createRosterCache(3);
    const read = (org: string, ...actors: string[]) =>
      cache.resolve(org, cache.known(org), rowsOf("v1", ...actors));
    const kept = () => ["a", "b", "c"].filter((org) => cache.known(org).version !== null).join();

    read("a", "ana", "ben");
    read("b", "ana");
    expect(kept()).toBe("a,b");
    read("c", "ana");
    expect(kept()).toBe("b,c");
    read("a", "ana", "ben", "cleo", "dan");
    expect(kept()).toBe("a");
  });
});
