import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readRequirement } from "../../packages/cli/src/verify/read-requirement.ts";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import { askStranger } from "./lab/ask-verifiers.ts";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";
import type { Lab } from "./lab/lab.ts";
import {
  addCheckpoints,
  checkpointOf,
  cosign,
  labWitness,
  nameWitnesses,
  storeCosigned,
  W1,
  W2,
} from "./lab/lab-witness.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-witnesses-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SECONDS = Date.UTC(2026, 10, 18) / 1_000;

/** A history whose second move names witnesses, and whose proofs have checkpoints from the third one on. */
function historyOf(moves = 6, least = 1, seed = 31): Lab {
  const forced = new Map([[2, { step: (lab: Lab) => nameWitnesses(lab, [W1, W2], least) }]]);
  const lab = generateHistory({ seed, moves, steps: ["squash"], kinds: ["ed25519"], forced });
  addCheckpoints(lab);
  return lab;
}

/** The newest checkpoint at this size, with the cosignatures of these witnesses. */
function seenBy(lab: Lab, size: number, witnesses = [W1]): void {
  const checkpoint = checkpointOf(lab, lab.proofs.slice(0, size));
  const lines = witnesses.map((one, at) => cosign(checkpoint, one, SECONDS + at));
  storeCosigned(lab, checkpoint, lines);
}

async function verify(lab: Lab, more: Partial<Parameters<typeof verifyClone>[0]> = {}) {
  const directory = join(folder, "clone");
  rmSync(directory, { recursive: true, force: true });
  writeHistory(lab, directory);
  const report = await verifyClone({ directory, root: rootOf(lab), ...more });
  return { ...report, codes: report.problems.map(({ code }) => code) };
}

const required = readRequirement("witness");

it("says which witness saw the verified state, and when", async () => {
  const lab = historyOf();
  seenBy(lab, 6);
  const { result, codes, proves } = await verify(lab, { required });
  expect({ result, codes }).toEqual({ result: "proved", codes: [] });
  expect(proves).toContain("witness w1.example saw this state at 2026-11-18T00:00:00Z");
  const stranger = await askStranger(join(folder, "clone"), rootOf(lab));
  expect(stranger).toMatchObject({ result: "proved", problems: [] });
});

it("says that a witness saw a later state of the same chain", async () => {
  const lab = historyOf();
  seenBy(lab, 6);
  const revision = lab.proofs[3]?.commit;
  const { proves, result } = await verify(lab, { revision, required });
  const time = "2026-11-18T00:00:00Z";
  expect(result).toBe("proved");
  expect(proves).toContain(`witness w1.example saw a later state of the same chain at ${time}`);
});

it("says that the newest state that witnesses saw is an older one, and is unproved if that is required", async () => {
  const lab = historyOf();
  seenBy(lab, 5);
  const { result, doesNotProve } = await verify(lab);
  expect(result).toBe("proved");
  expect(doesNotProve).toContain(
    "that a witness saw this state: the newest state that witnesses saw is move 5",
  );
  const asked = await verify(lab, { required });
  expect(asked).toMatchObject({ result: "unproved", codes: ["witness_below_required"] });
});

it("requires as many witnesses as the quorum of the trust file", async () => {
  const lab = historyOf(6, 2);
  seenBy(lab, 6);
  const one = await verify(lab, { required });
  expect(one).toMatchObject({ result: "unproved", codes: ["witness_below_required"] });
  expect(one.doesNotProve).toContain("that enough witnesses saw this state: 1 of 2");
  seenBy(lab, 6, [W1, W2]);
  expect(await verify(lab, { required })).toMatchObject({ result: "proved", codes: [] });
});

it("does not count a stranger, nor a history without any witness", async () => {
  const lab = historyOf();
  seenBy(lab, 6, [labWitness("w3.example", 73)]);
  expect(await verify(lab, { required })).toMatchObject({ result: "unproved", witnessed: null });
  const plain = generateHistory({ seed: 31, moves: 3, steps: ["squash"] });
  expect(await verify(plain, { required })).toMatchObject({ result: "unproved", witnessed: null });
  expect(await verify(plain)).toMatchObject({ result: "proved", codes: [] });
});

it("exposes a history that the operator shows to one clone only", async () => {
  const lab = historyOf();
  const elsewhere = [...lab.proofs.slice(0, 5), { digest: "ab".repeat(32) }];
  seenBy(lab, 5);
  expect(await verify(lab, { required })).toMatchObject({ result: "unproved" });
  const seen = checkpointOf(lab, elsewhere);
  storeCosigned(lab, seen, [cosign(seen, W1, SECONDS)]);
  expect(await verify(lab)).toMatchObject({ result: "contradicted", codes: ["checkpoint_other"] });
});

it("compares the checkpoint from a bookmark on, also one before the bookmark", async () => {
  const lab = historyOf();
  const stateDirectory = join(folder, "state");
  const again = async () => {
    const { result, codes, chain, witnessed } = await verify(lab, { stateDirectory });
    return { result, codes, bookmarked: chain.bookmarked, moves: witnessed?.moves };
  };
  const proved = { result: "proved", codes: [] };
  seenBy(lab, 4);
  expect(await again()).toEqual({ ...proved, bookmarked: 0, moves: 4 });
  expect(await again()).toEqual({ ...proved, bookmarked: 5, moves: 4 });
  seenBy(lab, 3);
  expect(await again()).toEqual({ ...proved, bookmarked: 0, moves: 3 });
  seenBy(lab, 6);
  expect(await again()).toEqual({ ...proved, bookmarked: 5, moves: 6 });
  seenBy(lab, 5);
  expect(await again()).toEqual({ ...proved, bookmarked: 5, moves: 5 });
});
