import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { mergeFindings } from "./merge-findings.ts";
import type { Disposition, Finding, RawFinding } from "./schema.ts";

const raw: RawFinding = {
  severity: "warning",
  category: "security",
  file: "src/a.ts",
  quote: "md5(x)",
  message: "Weak hash",
};
const print = fingerprint(raw);

type Change = Omit<Partial<Parameters<typeof mergeFindings>[0]>, "incoming"> & {
  raw?: Partial<RawFinding>;
  unchanged?: boolean;
};

/** Merges one finding of round 2 into the ledger. */
function merge({ raw: change = {}, unchanged = false, ...rest }: Change) {
  return mergeFindings({
    ledger: [],
    incoming: [{ raw: { ...raw, ...change }, onUnchangedLines: unchanged }],
    round: 2,
    by: "codex",
    policy: { rules: [], reviewers: [] },
    nowMs: 1_000,
    nextNumber: 1,
    ...rest,
  });
}

function known(disposition: Disposition): Finding {
  const base = { id: "F-7", fingerprint: print, raisedBy: ["codex"], rounds: [1] };
  return { ...raw, ...base, disposition };
}

function after(disposition: Disposition, change: Change = {}): Disposition | undefined {
  return merge({ ledger: [known(disposition)], ...change }).changed[0]?.disposition;
}

const open = { is: "open" } as const;
const late = { is: "late" } as const;
const dismissed = { is: "dismissed", reason: "Test data", by: "ada" } as const;
const deferred = { is: "deferred", link: "cs-ab12", by: "ada" } as const;
const disputed = { is: "disputed", note: "It is a checksum", by: "claude" } as const;

describe("what becomes of a finding that is raised again", () => {
  it.each<{ was: Disposition; becomes: Disposition }>([
    { was: open, becomes: open },
    { was: disputed, becomes: disputed },
    { was: deferred, becomes: deferred },
    { was: dismissed, becomes: dismissed },
    { was: { is: "fixed" }, becomes: open },
    { was: { is: "stale" }, becomes: open },
  ])("$was.is becomes $becomes.is", ({ was, becomes }) => {
    expect(after(was)).toEqual(becomes);
    expect(after(was, { unchanged: true })).toEqual(becomes);
  });

  it.each([
    { untilMs: 1_001, becomes: "dismissed" },
    { untilMs: 1_000, becomes: "open" },
    { untilMs: 999, becomes: "open" },
  ])("a dismissal until $untilMs is $becomes at 1000", ({ untilMs, becomes }) => {
    expect(after({ ...dismissed, untilMs })?.is).toBe(becomes);
  });

  it("a dismissal does not hide other code on the same spot", () => {
    const result = merge({ ledger: [known(dismissed)], raw: { quote: "sha1(x)" }, nextNumber: 8 });

    expect(result.changed).toMatchObject([{ id: "F-8", disposition: open }]);
  });
});

describe("the late rule", () => {
  it.each([
    { round: 1, unchanged: true, severity: "major", is: "open" },
    { round: 2, unchanged: false, severity: "major", is: "open" },
    { round: 2, unchanged: true, severity: "major", is: "late" },
    { round: 2, unchanged: true, severity: "info", is: "late" },
    { round: 3, unchanged: true, severity: "warning", is: "late" },
    { round: 2, unchanged: true, severity: "critical", is: "open" },
  ] as const)(
    "a new $severity finding of round $round is $is (unchanged lines: $unchanged)",
    ({ round, unchanged, severity, is }) => {
      const result = merge({ round, unchanged, raw: { severity } });

      expect(result.changed[0]?.disposition).toEqual({ is });
      expect(result.late).toEqual(is === "late" ? ["F-1"] : []);
      expect(result.accepted).toEqual(is === "late" ? [] : ["F-1"]);
    },
  );

  it.each([
    { what: "on lines still unchanged", change: { unchanged: true }, becomes: late },
    { what: "on lines that changed", change: { unchanged: false }, becomes: open },
    {
      what: "and now critical",
      change: { unchanged: true, raw: { severity: "critical" } },
      becomes: open,
    },
  ] as const)("a late finding raised again $what is $becomes.is", ({ change, becomes }) => {
    expect(after(late, { ...change, round: 3 })).toEqual(becomes);
  });

  it("a late finding that is raised again is merged, not late a second time", () => {
    expect(merge({ ledger: [known(late)], unchanged: true })).toMatchObject({
      merged: ["F-7"],
      late: [],
      accepted: [],
    });
  });
});

describe("the memory of dismissals", () => {
  const memory = { fingerprint: print, reason: "Checksums only", by: "ada" };

  it("lets a new finding enter as dismissed, with its reason", () => {
    const result = merge({ dismissals: [memory] });

    expect(result.changed[0]?.disposition).toEqual({
      is: "dismissed",
      reason: "Checksums only",
      by: "ada",
    });
    expect(result.accepted).toEqual(["F-1"]);
  });

  it("keeps the date on which it ends", () => {
    expect(merge({ dismissals: [{ ...memory, untilMs: 5_000 }] }).changed[0]?.disposition).toEqual({
      is: "dismissed",
      reason: "Checksums only",
      by: "ada",
      untilMs: 5_000,
    });
  });

  it("is stronger than the late rule", () => {
    expect(merge({ dismissals: [memory], unchanged: true })).toMatchObject({
      accepted: ["F-1"],
      late: [],
    });
  });

  it.each([
    { what: "has ended", dismissal: { ...memory, untilMs: 1_000 } },
    { what: "is about another finding", dismissal: { ...memory, fingerprint: "0".repeat(64) } },
  ])("does nothing when it $what", ({ dismissal }) => {
    expect(merge({ dismissals: [dismissal] }).changed[0]?.disposition).toEqual(open);
  });

  it("takes the first dismissal that is live", () => {
    const dismissals = [
      { ...memory, untilMs: 10 },
      { ...memory, reason: "Second" },
      { ...memory, reason: "Third" },
    ];

    expect(merge({ dismissals }).changed[0]?.disposition).toMatchObject({ reason: "Second" });
  });

  it("also holds a finding that would come back, and leaves an open one open", () => {
    const dismissals = [memory];

    expect(after({ is: "fixed" }, { dismissals })).toMatchObject({ is: "dismissed" });
    expect(after({ ...dismissed, untilMs: 10 }, { dismissals })).toMatchObject({
      reason: "Checksums only",
    });
    expect(after(open, { dismissals })).toEqual(open);
  });
});
