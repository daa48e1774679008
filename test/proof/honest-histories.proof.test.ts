import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { askOurs, askStranger } from "./lab/ask-verifiers.ts";
import { generateHistory, rootOf, STEP_KINDS, writeHistory } from "./lab/generate-history.ts";
import { judgeLab } from "./lab/judge-lab.ts";

const FORMATS = ["sha1", "sha256"] as const;
const PRESENCE = ["verified", "touched", "unlocked"] as const;

const folder = mkdtempSync(join(tmpdir(), "countersign-histories-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The options of the honest history with this number. */
const optionsOf = (seed: number) => ({
  seed,
  moves: 9,
  format: FORMATS[seed & 1] ?? "sha1",
  presence: PRESENCE[seed % 3] ?? "verified",
});

it("the decisions of generated tasks are the same from the proofs alone", () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= times(100, 10); seed += 1) {
    for (const { evidence, problems } of judgeLab(generateHistory(optionsOf(seed)))) {
      expect({ seed, problems }).toEqual({ seed, problems: [] });
      const { how, round } = evidence.proof.move.statement.predicate;
      for (const what of [how, round?.binding ?? "no round"])
        seen.set(what, (seen.get(what) ?? 0) + 1);
    }
  }
  const kinds = ["merge", "squash", "rebase", "forge", "accept", "trust", "tree", "changes"];
  for (const kind of kinds) expect([kind, seen.get(kind) ?? 0]).not.toEqual([kind, 0]);
  expect((seen.get("tree") ?? 0) + (seen.get("changes") ?? 0)).toBeGreaterThan(times(400, 30));
});

it("no verifier raises an alarm about an honest history", async () => {
  for (let seed = 1; seed <= times(100, 6); seed += 1) {
    const copy = join(folder, String(seed));
    const lab = generateHistory(optionsOf(seed));
    writeHistory(lab, copy);
    const root = rootOf(lab);
    const [ours, strangers] = await Promise.all([
      askOurs(copy, lab, root),
      askStranger(copy, root),
    ]);
    expect({ seed, ...ours }).toMatchObject({ seed, result: "proved", problems: [] });
    expect({ seed, ...strangers }).toMatchObject({ seed, result: "proved", problems: [] });
    rmSync(copy, { recursive: true });
  }
});

it.each(FORMATS)("a repository with %s ids is one that git finds no fault with", (format) => {
  const copy = join(folder, format);
  const lab = generateHistory({ seed: 7, moves: 2 * STEP_KINDS.length, format });
  writeHistory(lab, copy);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", copy, ...args], { encoding: "utf8", stdio: "pipe" });
  git("fsck", "--strict", "--full");
  expect(git("rev-parse", "refs/heads/main").trim()).toBe(lab.commit);
  const subjects = git("log", "--format=%s", "--reverse", "refs/countersign/proofs/main/000000");
  expect(subjects.trim().split("\n")).toEqual(lab.proofs.map(({ commit }) => commit));
});
