import { describe, expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { explainResult } from "./explain-result.ts";
import { formatVerifyText } from "./format-text.ts";
import type { ReportedAct, ReportedMove, VerifyReport } from "./verify-report.ts";

const ACT: ReportedAct = {
  by: "ana",
  act: "approve",
  requirement: "layer:owner",
  level: "touched",
  attested: false,
  origin: null,
  at: "2026-11-16T02:10:11Z",
  shown: { what: "diff", files: 12, opened: 9 },
};

const MOVE: ReportedMove = {
  number: 1_205,
  commit: "4f0c1f1".padEnd(40, "0"),
  result: "proved",
  how: "squash",
  task: "cs-12",
  round: 3,
  binding: "tree",
  parent: "9ab3e02".padEnd(40, "0"),
  overridden: false,
  replayed: true,
  requirements: 13,
  policyFiles: ["countersign.json"],
  acts: [ACT],
};

function reportOf(move: Partial<ReportedMove>, more: Partial<VerifyReport> = {}): VerifyReport {
  const report = {
    result: "proved" as const,
    commit: MOVE.commit,
    from: null,
    target: "main",
    isPart: false,
    root: { fingerprint: `csr1${"5".repeat(64)}`, is: "given" as const, file: null },
    chain: { moves: 1_205, waypoint: null, bookmarked: 0, unproved: [], revoked: [] },
    checkedObjects: false,
    required: { people: 0, level: "signed" as const, witness: false },
    witnessed: null,
    moves: [{ ...MOVE, ...move }],
    problems: [],
    ...more,
  };
  return { ...report, ...explainResult(report) };
}

const textOf = (report: VerifyReport): string =>
  formatVerifyText(
    report,
    createStyle({ color: "never", ascii: true, env: {}, stream: { columns: 100 } }),
  );
/** The first entry on one line. */
const headOf = (report: VerifyReport): string =>
  textOf(report)
    .split(/\n(?=\S)/)[0]
    ?.replaceAll(/\n\s+/g, " ") ?? "";

it("prints the result, the people, the policy, the root, and what is proved", () => {
  expect(textOf(reportOf({}))).toBe(
    [
      "proved        4f0c1f1 on main: cs-12 round 3, squash, exactly the approved tree",
      "people        ana  touched (unattested device)  approve layer:owner  2026-11-16 02:10:11 UTC, diff",
      "              shown, 9 of 12 files opened",
      "policy        countersign.json of 9ab3e02; 13 requirements; decision made again: identical bytes",
      `root          csr1${"5".repeat(64)} pinned; 1,204`,
      "              moves since",
      "proves        ana's key signed exactly this tree, once",
      "              the policy required no more than was given; the decision, made again, has the same",
      "              bytes",
      "not           what the touch was meant for, because a device shows no content",
      "              that the key is in a device: the enrolment carried no attestation",
      "              what was on the screen of ana",
      "              that checks and agents ran, and who launched the work (claimed by the engine)",
      "              that files which the commit did not change are intact (--objects checks them)",
      "              that this is the newest state",
    ].join("\n"),
  );
});

describe("what a level leaves open", () => {
  it.each([
    [
      "signed",
      "that a person was there: any program that can use the key file or the ssh-agent can sign",
    ],
    ["touched", "what the touch was meant for, because a device shows no content"],
    [
      "unlocked",
      "what the device was unlocked for, because it shows no content; a PIN can be read on the machine",
    ],
  ] as const)("%s", (level, limit) => {
    expect(reportOf({ acts: [{ ...ACT, level }] }).doesNotProve).toContain(limit);
  });

  it("an attested device needs no caution about the key", () => {
    const caution = "that the key is in a device: the enrolment carried no attestation";
    expect(reportOf({}).doesNotProve).toContain(caution);
    expect(reportOf({ acts: [{ ...ACT, attested: true }] }).doesNotProve).not.toContain(caution);
  });
});

describe("the first line", () => {
  const override = { ...ACT, act: "override", requirement: null };
  it.each([
    [
      "binding changes",
      { binding: "changes" },
      "cs-12 round 3, squash, exactly the approved changes",
    ],
    [
      "no person",
      { acts: [] },
      "cs-12 round 3, squash, exactly the approved tree; no person signed it",
    ],
    [
      "another act than an approval",
      { acts: [{ ...ACT, act: "dispose" }] },
      "cs-12 round 3, squash, exactly the approved tree; no person approved it, ana signed dispose only",
    ],
    [
      "an override",
      { acts: [override], overridden: true },
      "cs-12 round 3, squash, exactly the approved tree; overridden by ana, the review was not complete",
    ],
    [
      "an accepted foreign move",
      { how: "accept", task: null, round: null, binding: null },
      "not reviewed: commits of others, accepted by ana",
    ],
    [
      "a foreign move that no person accepted",
      { how: "accept", task: null, round: null, binding: null, acts: [] },
      "not reviewed: commits of others, accepted without a person's signature",
    ],
    ["a change of trust", { how: "trust", task: null, round: null }, "a change of the trust file"],
    [
      "an invalid signature",
      { acts: [{ ...ACT, level: null }] },
      "cs-12 round 3, squash, exactly the approved tree; no person signed it",
    ],
    [
      "a contradicted move",
      { result: "contradicted" },
      "cs-12 round 3, squash, claimed to be exactly the approved tree",
    ],
  ] as const)("names %s", (_, move, words) => {
    expect(headOf(reportOf({ ...move, acts: [...("acts" in move ? move.acts : [ACT])] }))).toBe(
      `proved        4f0c1f1 on main: ${words}`,
    );
  });
});

it("proves nothing unless everything is proved", () => {
  for (const result of ["unproved", "contradicted"] as const)
    expect(reportOf({}, { result }).proves).toEqual([]);
});

it("a merge without a person never reads as if one had signed", () => {
  const { proves } = reportOf({ acts: [] });
  expect(proves).toEqual([
    "the policy let this change pass without the approval of a person",
    "the policy required no more than was given; the decision, made again, has the same bytes",
  ]);
});

it("an override and an accepted foreign move say so among what is proved", () => {
  const override = reportOf({ acts: [{ ...ACT, act: "override" }], overridden: true });
  expect(override.proves[0]).toBe(
    "ana's key signed an override for exactly this tree, once; the review was not complete",
  );
  expect(reportOf({ how: "accept", task: null }).proves).toEqual([
    "ana accepted exactly these commits of others; no one reviewed them",
  ]);
});

it("says what was not judged if the walk began at a waypoint", () => {
  const report = textOf(
    reportOf(
      {},
      { chain: { moves: 1_205, waypoint: 900, bookmarked: 0, unproved: [], revoked: [] } },
    ),
  );
  const text = report.replaceAll(/\s+/g, " ");
  expect(text).toContain("1,204 moves since; begun at the waypoint at move 900");
  expect(text).toContain(
    "anything up to the waypoint at move 900: owners signed it, and only changes of trust before it were judged",
  );
});

it("names problems, other moves and the next step", () => {
  const report = reportOf(
    { result: "unproved" },
    {
      result: "unproved",
      problems: [
        { code: "root_unknown", move: 1, about: null },
        { code: "proof_missing", move: null, about: "proofs from number 1 on" },
      ],
      chain: { moves: 1_205, waypoint: null, bookmarked: 0, unproved: [7], revoked: [9, 11] },
    },
  );
  const text = textOf(report);
  expect(text).toContain("problem       move 1: no root is pinned (root_unknown)\n  ");
  expect(text).toContain("there is no proof: proofs from number 1 on (proof_missing)\n");
  expect(text).toContain("the other moves of the chain: 7 are not proved\n");
  expect(text).toContain("9, 11 rely on a key that was revoked later\n");
  expect(text).toContain(
    "next          git fetch origin 'refs/countersign/*:refs/countersign/*'\n",
  );
  expect(text).toContain(`then add --root\n              csr1${"5".repeat(64)}`);
});
