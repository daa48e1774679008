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
    [0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [1, "bb9252ed9c321ba5a37773838709c948f8e406e98c830215927bf2540b47ae2e"],
    [5, "1711f9cedff4e243883dbe6476e36560cc4b7289a94266e12e95b5a538e5688e"],
    [20, "8d08bf29e9641716a51e4b689c7f5a2ddb1393e33310f3fbf203c174a4cbbd53"],
  ])("is the one in existing seals for %i leaves", (count, root) => {
    expect(merkleRoot(Array.from({ length: count }, (_, at) => leaf(`cs-${at}`)))).toBe(root);
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
