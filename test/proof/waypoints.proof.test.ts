import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestText, PersonAct, type ProofProblem } from "@countersign/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type VerifyCloneOptions,
  verifyClone,
} from "../../packages/cli/src/verify/verify-clone.ts";
import { keyOf } from "./lab/act-drafts.ts";
import { type ActDraft, appendMove } from "./lab/append-move.ts";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";
import type { Lab } from "./lab/lab.ts";
import { labKey } from "./lab/lab-key.ts";
import { reviewMove } from "./lab/review-move.ts";
import { addWaypoint } from "./lab/side-refs.ts";
import { trustMove } from "./lab/trust-move.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-waypoint-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const AT = 4;

/** Four moves with a change of trust and a waypoint at the last of them, then two merges. */
function historyWith(waypoint: (lab: Lab) => void = addWaypoint): Lab {
  const lab = generateHistory({ seed: 5, moves: 2, steps: ["squash"], kinds: ["ed25519"] });
  appendMove(lab, trustMove(lab, "added"));
  appendMove(lab, reviewMove(lab, "merge", "approved", false));
  waypoint(lab);
  appendMove(lab, reviewMove(lab, "squash", "approved", false));
  appendMove(lab, reviewMove(lab, "merge", "approved", false));
  return lab;
}

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();

/** A clone that has no proof from the waypoint's on. */
function fetchSince(source: string): string {
  const copy = join(folder, "copy");
  git("clone", "--quiet", "--bare", `file://${source}`, copy);
  const waypoints = "refs/countersign/waypoints/main/*:refs/countersign/waypoints/main/*";
  git("-C", copy, "fetch", "--quiet", "origin", waypoints);
  const proofs = "refs/countersign/proofs/main/000000";
  git("-C", copy, "fetch", "--quiet", "--depth=3", "origin", `${proofs}:${proofs}`);
  return copy;
}

async function verify(lab: Lab, more: Partial<VerifyCloneOptions> = {}) {
  return await verifyClone({ directory: join(folder, "whole"), root: rootOf(lab), ...more });
}

function write(lab: Lab): string {
  const whole = join(folder, "whole");
  writeHistory(lab, whole);
  return whole;
}

describe("a verifier begins at a waypoint", () => {
  it("if it is asked to, and says that nothing before was judged", async () => {
    const lab = historyWith();
    write(lab);
    const report = await verify(lab, { fromWaypoint: true });
    expect(report).toMatchObject({ result: "proved", problems: [] });
    expect(report.chain).toMatchObject({ moves: 6, waypoint: AT });
    expect(report.root.fingerprint).toBe(rootOf(lab));
    expect(report.doesNotProve).toContain(
      "anything up to the waypoint at move 4: owners signed it, and only changes of trust before it were judged",
    );
    const walked = await verify(lab);
    expect(walked).toMatchObject({ result: "proved", chain: { waypoint: null } });
  });

  it("if the clone lacks the proofs before it", async () => {
    const lab = historyWith();
    const copy = fetchSince(write(lab));
    const report = await verify(lab, { directory: copy });
    expect(report).toMatchObject({ result: "proved", problems: [], chain: { waypoint: AT } });
    const range = await verify(lab, {
      directory: copy,
      revision: `${lab.past[AT - 1]?.commit}..main`,
    });
    expect(range).toMatchObject({ result: "proved", problems: [], chain: { waypoint: AT } });
    expect(range.moves.map(({ number }) => number)).toEqual([5, 6]);
  });

  it("only for commits after it", async () => {
    const lab = historyWith();
    const copy = fetchSince(write(lab));
    for (const at of [1, AT]) {
      const revision = lab.past[at - 1]?.commit;
      const report = await verify(lab, { directory: copy, revision });
      expect(report).toMatchObject({ result: "unproved", chain: { waypoint: null } });
      expect(report.problems.map(({ code }) => code)).toContain("proof_missing");
      const whole = await verify(lab, { revision, fromWaypoint: true });
      expect(whole).toMatchObject({ result: "proved", chain: { waypoint: null } });
    }
  });

  it("only from the pinned root, and remembers nothing", async () => {
    const lab = historyWith();
    const copy = fetchSince(write(lab));
    const stateDirectory = join(folder, "state");
    const first = await verify(lab, { directory: copy, root: undefined, stateDirectory });
    expect(first).toMatchObject({ result: "unproved", root: { is: "unknown" } });
    const other = await verify(lab, { directory: copy, root: `csr1${"0".repeat(64)}` });
    expect(other.problems).toContainEqual({ code: "root_other", move: AT, about: null });
    for (let runs = 0; runs < 2; runs += 1) {
      const report = await verify(lab, { directory: copy, stateDirectory });
      expect(report.chain).toMatchObject({ waypoint: AT, bookmarked: 0 });
    }
  });
});

type Edit = (draft: ActDraft, lab: Lab) => Partial<ActDraft>;

/** Forges the act of the second owner. */
const forgeSecond = (edit: Edit) => (lab: Lab) =>
  addWaypoint(lab, (acts) =>
    acts.map((draft, at) => (at === 1 ? { ...draft, ...edit(draft, lab) } : draft)),
  );
const fields = (more: (lab: Lab) => object) =>
  forgeSecond(({ act }, lab) => ({ act: PersonAct.parse({ ...act, ...more(lab) }) }));

/** Waypoints that somebody without the quorum's keys made, and the problem that is reported. */
const FORGED: readonly (readonly [string, (lab: Lab) => void, ProofProblem["code"]])[] = [
  ["with one signature of two", (lab) => addWaypoint(lab, (acts) => acts.slice(1)), "trust_quorum"],
  [
    "signed twice by one owner",
    (lab) => addWaypoint(lab, ([one]) => (one === undefined ? [] : [one, one])),
    "trust_quorum",
  ],
  [
    "signed by a person who is no owner",
    forgeSecond(({ act }, lab) => {
      const [by = ""] = [...lab.keys.keys()].filter((name) => name.startsWith("dev-"));
      const key = keyOf(lab, by);
      return { key, act: { ...act, by, key: key.fingerprint } };
    }),
    "trust_quorum",
  ],
  [
    "signed by a stranger",
    forgeSecond(({ act }, lab) => {
      const key = labKey("ed25519", lab.random);
      return { key, act: { ...act, key: key.fingerprint } };
    }),
    "act_key",
  ],
  ["signed by the engine", forgeSecond((_, lab) => ({ key: lab.engine })), "act_key"],
  [
    "signed for another purpose",
    forgeSecond(() => ({ parts: { namespace: "git" } })),
    "act_namespace",
  ],
  [
    "of another repository",
    fields(() => ({ repository: `csr_${"9".repeat(32)}` })),
    "act_repository",
  ],
  [
    "of another branch",
    forgeSecond(({ subject }) => ({ subject: { ...subject, name: "refs/heads/next" } })),
    "act_target",
  ],
  ["by an older trust file", fields((lab) => ({ trust: trustBefore(lab) })), "act_trust"],
  ["for another move", fields((lab) => ({ move: lab.proofs[1]?.digest })), "act_content"],
  ["for another number", fields(() => ({ number: 3 })), "act_content"],
  [
    "that leaves out a change of trust",
    (lab) => {
      const [, , change] = lab.proofs;
      addWaypoint(lab);
      if (change !== undefined) lab.proofs[2] = { ...change, nextTrust: null };
    },
    "trust_other",
  ],
];

/** The trust file of the root. */
const trustBefore = (lab: Lab) => ({ number: 1, sha256: digestText(lab.proofs[0]?.trust ?? "") });

describe.each(FORGED)("a waypoint %s", (_what, waypoint, problem) => {
  it(`is reported as ${problem}, and does not matter to a walk from the root`, async () => {
    const lab = historyWith(waypoint);
    const copy = fetchSince(write(lab));
    expect(await verify(lab)).toMatchObject({ problems: [] });
    for (const more of [{ directory: copy }, { fromWaypoint: true }]) {
      const { result, problems } = await verify(lab, more);
      expect({ result, codes: problems.map(({ code }) => code) }).toMatchObject({
        result: "contradicted",
        codes: expect.arrayContaining([problem]),
      });
    }
  });
});
