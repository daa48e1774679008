import { describe, expect, it } from "vitest";
import { createPlannedCache } from "./planned-cache.ts";

const known = (hash: string) => ({ hash, part: { facts: null, plan: null } });

describe("the planned parts that a process keeps", () => {
  it("are found by organisation and task, and replaced", () => {
    const cache = createPlannedCache();
    cache.keep("acme", "cs-a", known("h1"));
    cache.keep("acme", "cs-a", known("h2"));

    expect(cache.known("acme", "cs-a")?.hash).toBe("h2");
    expect(cache.known("other", "cs-a")).toBeNull();
  });

  it("are limited: the one that was used least recently is dropped", () => {
    const cache = createPlannedCache(25);
    cache.keep("acme", "cs-a", known("a"));
    cache.keep("acme", "cs-b", known("b"));
    cache.keep("acme", "cs-a", known("a"));
    cache.keep("acme", "cs-c", known("c"));

    const kept = ["cs-a", "cs-b", "cs-c"].filter((task) => cache.known("acme", task) !== null);
    expect(kept).toEqual(["cs-a", "cs-c"]);
  });
});
