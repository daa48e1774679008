import type { LogEntry } from "@countersign/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChainedEntry, chainEntries, findFault, NO_HASH } from "./hash-chain.ts";

function entries(count: number): LogEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    atMs: 1_000 + index,
    by: "ana",
    event: { type: "target_moved", by: index % 2 === 0 ? "us" : "others" },
  }));
}

function chained(count: number): ChainedEntry[] {
  return chainEntries("org", "cs-a", NO_HASH, entries(count));
}

function headOf(log: readonly ChainedEntry[]) {
  return { seq: log.length, hash: log.at(-1)?.hash ?? NO_HASH };
}

describe("the hash chain", () => {
  it("is whole as it was written, in one step or in several", () => {
    const log = chained(5);
    const [first, ...rest] = entries(5);
    const start = first === undefined ? [] : chainEntries("org", "cs-a", NO_HASH, [first]);
    const inSteps = [...start, ...chainEntries("org", "cs-a", start[0]?.hash ?? NO_HASH, rest)];

    expect(findFault("org", "cs-a", log, headOf(log))).toBeNull();
    expect(inSteps).toEqual(log);
  });

  it("does not depend on the order of an event's fields", () => {
    const [entry] = entries(1);
    if (entry === undefined) throw new Error("no entry");
    const turned: LogEntry = {
      event: { by: "us", type: "target_moved" },
      by: "ana",
      atMs: 1_000,
      seq: 1,
    };

    expect(chainEntries("org", "cs-a", NO_HASH, [turned])[0]?.hash).toBe(
      chainEntries("org", "cs-a", NO_HASH, [entry])[0]?.hash,
    );
  });

  it.each([
    {
      what: "an edited event",
      edit: (log: ChainedEntry[]) => log.with(2, { ...at(log, 2), event: { type: "reopened" } }),
      fault: { seq: 3, why: "wrong_hash" },
    },
    {
      what: "another actor",
      edit: (log: ChainedEntry[]) => log.with(2, { ...at(log, 2), by: "eve" }),
      fault: { seq: 3, why: "wrong_hash" },
    },
    {
      what: "another time",
      edit: (log: ChainedEntry[]) => log.with(2, { ...at(log, 2), atMs: 1 }),
      fault: { seq: 3, why: "wrong_hash" },
    },
    {
      what: "a removed entry",
      edit: (log: ChainedEntry[]) => log.toSpliced(2, 1),
      fault: { seq: 3, why: "missing_entry" },
    },
    {
      what: "a cut-off end",
      edit: (log: ChainedEntry[]) => log.slice(0, -1),
      fault: { seq: 5, why: "wrong_head" },
    },
    {
      what: "a rewritten log",
      edit: () =>
        chainEntries(
          "org",
          "cs-a",
          NO_HASH,
          entries(5).map((entry) => ({ ...entry, by: "eve" })),
        ),
      fault: { seq: 5, why: "wrong_head" },
    },
    {
      what: "another task's log",
      edit: () => chainEntries("org", "cs-b", NO_HASH, entries(5)),
      fault: { seq: 1, why: "wrong_hash" },
    },
    {
      what: "another organisation's log",
      edit: () => chainEntries("other", "cs-a", NO_HASH, entries(5)),
      fault: { seq: 1, why: "wrong_hash" },
    },
  ])("finds $what", ({ edit, fault }) => {
    const log = chained(5);

    expect(findFault("org", "cs-a", edit(log), headOf(log))).toEqual(fault);
  });

  it("finds every single change of a hash", () => {
    const log = chained(8);
    fc.assert(
      fc.property(
        fc.nat(7),
        fc.nat(63),
        fc.constantFrom("hash", "prevHash"),
        (index, digit, field) => {
          const entry = at(log, index);
          const old = entry[field];
          const other = old[digit] === "0" ? "1" : "0";
          const changed = old.slice(0, digit) + other + old.slice(digit + 1);
          const edited = log.with(index, { ...entry, [field]: changed });
          expect(findFault("org", "cs-a", edited, headOf(log))).not.toBeNull();
        },
      ),
    );
  });
});

function at(log: readonly ChainedEntry[], index: number): ChainedEntry {
  const entry = log[index];
  if (entry === undefined) throw new Error(`no entry ${index}`);
  return entry;
}
