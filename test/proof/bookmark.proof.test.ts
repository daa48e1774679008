import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import {
  type ForcedMove,
  generateHistory,
  type HistoryOptions,
  rootOf,
  writeHistory,
} from "./lab/generate-history.ts";

const HISTORY = { seed: 11, moves: 8, steps: ["squash"], kinds: ["ed25519"] } as const;

const PROOFS = "refs/countersign/proofs/main/000000";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-bookmark-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const clone = (): string => join(folder, "clone");
const stateDirectory = (): string => join(folder, "state");

/** Writes the first moves of a history, as a clone has them after a fetch. */
function fetchMoves(moves: number, more: Partial<HistoryOptions> = {}): string {
  rmSync(clone(), { recursive: true, force: true });
  const lab = generateHistory({ ...HISTORY, ...more });
  writeHistory(lab, clone());
  const git = (...args: string[]) => execFileSync("git", ["-C", clone(), ...args]);
  git("update-ref", "refs/heads/main", lab.proofs[moves - 1]?.commit ?? "");
  git("update-ref", PROOFS, `${PROOFS}~${HISTORY.moves - moves}`);
  return rootOf(lab);
}

async function verifyHead(root?: string) {
  const options = { directory: clone(), revision: "HEAD", root };
  const { result, chain, problems, ...report } = await verifyClone({
    ...options,
    stateDirectory: stateDirectory(),
  });
  const codes = problems.map(({ code }) => code);
  return { result, bookmarked: chain.bookmarked, moves: chain.moves, codes, root: report.root.is };
}

it("a root is trusted on first use, and required from then on", async () => {
  fetchMoves(6);
  expect(await verifyHead()).toMatchObject({ result: "proved", root: "first_use", bookmarked: 0 });
  expect(await verifyHead()).toMatchObject({ result: "proved", root: "remembered" });
  fetchMoves(6, { seed: 12 });
  expect(await verifyHead()).toMatchObject({ result: "contradicted", root: "remembered" });
  expect((await verifyHead()).codes).toContain("root_other");
});

it("a run continues where the last one ended, and judges the last move again", async () => {
  const root = fetchMoves(6);
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 0, moves: 6, result: "proved" });
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 5, moves: 6, result: "proved" });
  fetchMoves(8);
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 5, moves: 8, result: "proved" });
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 7, moves: 8, result: "proved" });
});

it("a bookmark lets no forged proof pass: an act from before it is used again", async () => {
  const root = fetchMoves(6);
  await verifyHead(root);
  const reused: ForcedMove = {
    step: "squash",
    tampering: {
      signed: (acts, { proofs }) => [...acts, ...(proofs[2]?.acts.slice(0, 1) ?? [])],
    },
  };
  fetchMoves(8, { forced: new Map([[8, reused]]) });
  const found = await verifyHead(root);
  expect(found).toMatchObject({ bookmarked: 5, result: "contradicted" });
  expect(found.codes).toContain("act_used");
});

it("a bookmark of a chain that was rewritten is not used", async () => {
  const root = fetchMoves(6);
  await verifyHead(root);
  fetchMoves(8, { seed: 13 });
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 0, result: "contradicted" });
});

it("a damaged bookmark means a walk from the root", async () => {
  const root = fetchMoves(6);
  await verifyHead(root);
  for (const name of readdirSync(stateDirectory())) {
    const file = join(stateDirectory(), name);
    writeFileSync(file, readFileSync(file, "utf8").replace('"number":5', '"number":"5"'));
  }
  expect(await verifyHead(root)).toMatchObject({ bookmarked: 0, result: "proved" });
});
