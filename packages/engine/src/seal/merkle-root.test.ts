import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Leaf, merkleRoot } from "./merkle-root.ts";

const leaf = (task: string, seq = 1): Leaf => ({ task, first: 1, seq, head: "a".repeat(64) });

describe("merkleRoot", () => {
  it("does not depend on the order in which the leaves come", () => {
    const tasks = fc.uniqueArray(fc.stringMatching(/^cs-[a-z0-9]{1,4}$/), { maxLength: 20 });

    fc.assert(
      fc.property(tasks, (names) => {
        const leaves = names.map((name) => leaf(name));
        expect(merkleRoot(leaves.toReversed())).toBe(merkleRoot(leaves));
      }),
    );
  });

  it.each([
    { what: "task", other: { ...leaf("cs-b"), task: "cs-c" } },
    { what: "first entry", other: { ...leaf("cs-b"), first: 2 } },
    { what: "last entry", other: { ...leaf("cs-b"), seq: 2 } },
    { what: "hash", other: { ...leaf("cs-b"), head: "b".repeat(64) } },
  ])("changes with the $what of any leaf", ({ other }) => {
    expect(merkleRoot([leaf("cs-a"), other])).not.toBe(merkleRoot([leaf("cs-a"), leaf("cs-b")]));
  });

  it("gives lists of every length a root of their own", () => {
    const all = Array.from({ length: 20 }, (_, index) => leaf(`cs-${index}`));
    const roots = all.map((_, length) => merkleRoot(all.slice(0, length)));

    expect(new Set(roots).size).toBe(all.length);
  });

  it("does not take a leaf twice for the leaf once", () => {
    const three = [leaf("cs-a"), leaf("cs-b"), leaf("cs-c")];

    expect(merkleRoot([...three, leaf("cs-c")])).not.toBe(merkleRoot(three));
  });
});
