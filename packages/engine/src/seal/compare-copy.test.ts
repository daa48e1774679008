import { describe, expect, it } from "vitest";
import type { Seal, Statement } from "../ports/seal-body.ts";
import { NO_HASH } from "../store/organisation/hash-chain.ts";
import { compareCopy, lossText } from "./compare-copy.ts";

const hash = (digit: string) => digit.repeat(64);

function seal(number: number, own: string, previous: string, says?: Statement): Seal {
  return {
    body: {
      version: 1,
      org: "acme",
      number,
      atMs: 0,
      previous,
      key: "0".repeat(32),
      leaves: 0,
      root: NO_HASH,
      ...(says === undefined ? {} : { says }),
    },
    hash: own,
    signature: "A".repeat(86),
  };
}

const first = seal(1, hash("1"), NO_HASH);
const second = seal(2, hash("2"), hash("1"));
const accept = (missing: { number: number; hash: string } | null): Statement => ({
  type: "accept",
  by: "ana",
  reason: "restored",
  missing,
});

describe("compareCopy", () => {
  it.each([
    { what: "nothing was sealed yet", outside: null, inside: null, is: "same" },
    { what: "both end alike", outside: second, inside: second, is: "same" },
    { what: "we died after the first seal", outside: null, inside: first, is: "behind" },
    { what: "we died after a later seal", outside: first, inside: second, is: "behind" },
    { what: "the copy is gone", outside: null, inside: second, is: "lost" },
    { what: "the database is empty", outside: first, inside: null, is: "lost" },
    { what: "an older database was restored", outside: second, inside: first, is: "lost" },
    {
      what: "the database was rewritten",
      outside: second,
      inside: seal(2, hash("3"), hash("1")),
      is: "lost",
    },
    {
      what: "the database goes on from a rewritten past",
      outside: second,
      inside: seal(3, hash("4"), hash("3")),
      is: "lost",
    },
    {
      what: "a person has accepted that a seal is missing",
      outside: second,
      inside: seal(3, hash("3"), hash("1"), accept({ number: 2, hash: hash("2") })),
      is: "behind",
    },
    {
      what: "a person has accepted another loss",
      outside: second,
      inside: seal(3, hash("3"), hash("1"), accept({ number: 2, hash: hash("5") })),
      is: "lost",
    },
    {
      what: "a person has accepted that the copy is gone",
      outside: null,
      inside: seal(3, hash("3"), hash("2"), accept(null)),
      is: "behind",
    },
  ])("says $is when $what", ({ outside, inside, is }) => {
    expect(compareCopy(outside, inside).is).toBe(is);
  });

  it("names the seal that is missing", () => {
    const state = compareCopy(second, first);

    expect(state).toEqual({ is: "lost", missing: { number: 2, hash: hash("2") } });
    expect(lossText({ is: "lost", missing: { number: 2, hash: hash("2") } })).toContain("Seal 2");
    expect(lossText({ is: "lost", missing: null })).toContain("is gone");
  });
});
