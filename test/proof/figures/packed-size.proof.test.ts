import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseProof } from "@countersign/core";
import { afterAll, expect, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";
import { type ForcedMove, writeHistory } from "../lab/generate-history.ts";
import { generateMerges } from "./large-history.ts";

const MERGES = 60;
const PROOFS = "refs/countersign/proofs/main/000000";

const PACK = ["pack-objects", "--revs", "--no-reuse-object"];

const folder = mkdtempSync(join(tmpdir(), "countersign-size-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The engine's moves name their place in the log, which is a digest that nothing compresses. */
const withLog: ForcedMove = {
  step: "squash",
  tampering: {
    move: ({ predicate, ...statement }, { random }) => ({
      ...statement,
      predicate: { ...predicate, log: { seq: 30, head: random.hex(64), seal: null, path: [] } },
    }),
  },
};
const LOGGED = new Map(Array.from({ length: MERGES }, (_, at) => [at + 2, withLog]));

/** The size of the proofs up to a commit in a pack of their own, as git packs new objects. */
function packedProofs(directory: string, revision: string): { bytes: number; objects: number } {
  const git = (args: string[], input = "") =>
    execFileSync("git", ["-C", directory, ...args], { input, maxBuffer: 1 << 28 });
  const listed = git(["rev-list", "--objects", revision]).toString();
  const pack = git([...PACK, "--stdout", "--quiet"], `${revision}\n`);
  return { bytes: pack.length, objects: listed.trim().split("\n").length };
}

it.each([
  { kind: "ed25519", maxBytes: 2_500 },
  { kind: "webauthn-sk", maxBytes: 3_000 },
] as const)(
  "a merge with 13 requirements and one approval by $kind adds 3 objects and at most $maxBytes packed bytes",
  ({ kind, maxBytes }) => {
    const lab = generateMerges(MERGES, { kinds: [kind], forced: LOGGED });
    const parsed = parseProof(lab.proofs.at(-1)?.text ?? "");
    if (!parsed.ok) throw new Error(parsed.reason);
    const { acts, inputs } = parsed.proof;
    expect([acts.length, inputs?.value.plan.requirements.length]).toEqual([1, 13]);

    const directory = join(folder, kind);
    writeHistory(lab, directory);
    const half = packedProofs(directory, `${PROOFS}~${MERGES / 2}`);
    const all = packedProofs(directory, PROOFS);
    const bytes = (all.bytes - half.bytes) / (MERGES / 2);
    const objects = (all.objects - half.objects) / (MERGES / 2);
    printFigures(`a proof with ${kind}`, { bytes: Math.round(bytes), objects });
    expect(objects).toBe(3);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  },
);
