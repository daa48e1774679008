import { describe, expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored, refusalCode } from "./testing/open-mirror.ts";

const AUTHOR = { name: "Ada", email: "ada@acme.test" };

type Fork = { base: string; ours: string; theirs: string };

/** Two branches from one base, each with its own files. */
async function fork(
  lab: MirroredWorkshop,
  files: { base: Files; ours: Files; theirs: Files },
): Promise<Fork> {
  const base = commit(lab, files.base);
  const ours = commit(lab, files.ours);
  lab.git("checkout", "--quiet", "-b", "agent", base);
  const theirs = commit(lab, files.theirs);
  for (const branch of ["main", "agent"]) await lab.mirror.fetch(lab.repository, { branch });
  return { base, ours, theirs };
}

type Files = Readonly<Record<string, string>>;

function commit(lab: MirroredWorkshop, files: Files): string {
  for (const [path, text] of Object.entries(files)) lab.write(path, text);
  return lab.commit();
}

const LINES = "1\n2\n3\n4\n5\n6\n7\n8\n";

describe("trialMerge", () => {
  it("gives the tree that git itself would commit", async () => {
    const lab = openMirrored();
    const sides = await fork(lab, { base: { a: "1" }, ours: { b: "2" }, theirs: { c: "3" } });

    const merged = await lab.mirror.trialMerge("acme/shop", sides);

    lab.git("merge", "--quiet", "--no-edit", "main");
    expect(merged).toEqual({
      outcome: "clean",
      tree: lab.git("rev-parse", "HEAD^{tree}"),
      changedOnBothSides: [],
    });
  });

  it("names a file that both sides changed, even where it merges", async () => {
    const lab = openMirrored();
    const sides = await fork(lab, {
      base: { a: LINES },
      ours: { a: `0\n${LINES}` },
      theirs: { a: `${LINES}9\n` },
    });

    expect(await lab.mirror.trialMerge("acme/shop", sides)).toMatchObject({
      outcome: "clean",
      changedOnBothSides: ["a"],
    });
  });

  it("names the paths in conflict", async () => {
    const lab = openMirrored();
    const sides = await fork(lab, {
      base: { "a b": "1\n", c: "1\n" },
      ours: { "a b": "2\n", c: "2\n" },
      theirs: { "a b": "3\n", c: "3\n" },
    });

    expect(await lab.mirror.trialMerge("acme/shop", sides)).toEqual({
      outcome: "conflict",
      paths: ["a b", "c"],
    });
  });

  it("uses the base it was given, not the one that the histories have", async () => {
    const lab = openMirrored();
    const sides = await fork(lab, { base: { a: "1\n" }, ours: { a: "2\n" }, theirs: { a: "3\n" } });

    const merged = await lab.mirror.trialMerge("acme/shop", { ...sides, base: sides.ours });

    expect(merged).toMatchObject({
      outcome: "clean",
      tree: lab.git("rev-parse", `${sides.theirs}^{tree}`),
    });
  });
});

describe("commitMerge and moveTarget", () => {
  async function merged(lab: MirroredWorkshop): Promise<Fork & { next: string }> {
    const sides = await fork(lab, { base: { a: "1" }, ours: { b: "2" }, theirs: { c: "3" } });
    const trial = await lab.mirror.trialMerge("acme/shop", sides);
    if (trial.outcome !== "clean") throw new Error("a conflict");
    const { commit: next } = await lab.mirror.commitMerge("acme/shop", {
      tree: trial.tree,
      parents: [sides.ours, sides.theirs],
      message: "Merge cs-ab12\n",
      author: AUTHOR,
      atSeconds: 1_700_000_000,
    });
    return { ...sides, next };
  }

  it("moves the branch to the merge, and says so again when repeated", async () => {
    const lab = openMirrored();
    const { ours, next } = await merged(lab);
    const move = { branch: "main", expected: ours, next };

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(lab.git("rev-parse", "main")).toBe(next);
    expect(lab.git("log", "-1", "--format=%an %s %P", "main")).toContain("Ada Merge cs-ab12");
    lab.git("fsck", "--strict");
  });

  it("moves a packed branch", async () => {
    const lab = openMirrored();
    const { ours, next } = await merged(lab);
    lab.git("pack-refs", "--all", "--prune");

    const move = { branch: "main", expected: ours, next };

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(lab.git("rev-parse", "main")).toBe(next);
  });

  it("says who was there when the race is lost", async () => {
    const lab = openMirrored();
    const { base, ours, next } = await merged(lab);
    lab.git("update-ref", "refs/heads/main", base);

    const move = { branch: "main", expected: ours, next };

    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({
      outcome: "lost_race",
      actual: base,
    });
    expect(lab.git("rev-parse", "main")).toBe(base);
  });

  it("loses against whoever holds git's own lock", async () => {
    const lab = openMirrored();
    const { ours, next } = await merged(lab);
    lab.write(".git/refs/heads/main.lock", "");

    const move = { branch: "main", expected: ours, next };

    expect(await lab.mirror.moveTarget(lab.repository, move)).toMatchObject({
      outcome: "lost_race",
    });
    expect(lab.git("rev-parse", "main")).toBe(ours);
  });

  it("has one winner among sixteen that race, git included", async () => {
    const lab = openMirrored();
    const { ours, next, theirs } = await merged(lab);
    const racers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const { commit: mine } = await lab.mirror.commitMerge("acme/shop", {
          tree: lab.git("rev-parse", `${theirs}^{tree}`),
          parents: [ours, next],
          message: `Racer ${index}\n`,
          author: AUTHOR,
          atSeconds: 1_700_000_000,
        });
        return mine;
      }),
    );

    const outcomes = await Promise.all(
      racers.map((mine) =>
        lab.mirror.moveTarget(lab.repository, {
          branch: "main",
          expected: ours,
          next: mine,
        }),
      ),
    );

    const winners = racers.filter((_, index) => outcomes[index]?.outcome === "moved");
    expect(winners).toEqual([lab.git("rev-parse", "main")]);
  });

  it("refuses to move backwards or sideways", async () => {
    const lab = openMirrored();
    const { ours, theirs } = await merged(lab);

    const sideways = lab.mirror.moveTarget(lab.repository, {
      branch: "main",
      expected: ours,
      next: theirs,
    });

    expect(await refusalCode(sideways)).toBe("invalid_input");
  });
});
