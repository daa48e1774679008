import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored, refusalCode } from "./testing/open-mirror.ts";
import { openRecorded } from "./testing/recorded-git.ts";

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

describe("git processes of a task", () => {
  it("are none for small submissions that are merged at different paths", async () => {
    const workshop = openMirrored();
    const lab = { ...workshop, ...openRecorded(join(workshop.folder, "data")) };
    const base = commit(lab, { "src/a.ts": LINES, "src/deep/b.ts": LINES, link: "src" });
    lab.git("checkout", "--quiet", "-b", "elsewhere");
    await lab.mirror.fetch(lab.repository, { branch: "main" });
    let expected = base;
    lab.started();

    for (let task = 0; task < 10; task += 1) {
      lab.git("checkout", "--quiet", "-B", `task-${task}`, base);
      const theirs = commit(lab, { [`src/deep/new-${task}.ts`]: LINES, [`top-${task}`]: "1\n" });
      const { commit: head } = await lab.mirror.fetch(lab.repository, { branch: `task-${task}` });
      const trial = await lab.mirror.trialMerge("acme/shop", { ours: expected, theirs: head });
      if (trial.outcome !== "clean") throw new Error("a conflict");
      const { commit: next } = await lab.mirror.commitMerge("acme/shop", {
        ...{ tree: trial.tree, parents: [expected, theirs], message: `Merge ${task}\n` },
        ...{ author: AUTHOR, atSeconds: 1_700_000_000 },
      });
      const move = { branch: "main", expected, next };
      expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
      expected = next;
    }

    expect(lab.started()).toEqual([]);
    expect(lab.git("ls-tree", "--name-only", "main:src/deep").split("\n")).toHaveLength(11);
    expect(lab.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("are one if a side deleted something", async () => {
    const workshop = openMirrored();
    const lab = { ...workshop, ...openRecorded(join(workshop.folder, "data")) };
    const sides = await fork(lab, { base: { a: LINES, b: LINES }, ours: { c: "" }, theirs: {} });
    lab.git("rm", "--quiet", "b");
    const theirs = commit(lab, { d: LINES });
    await lab.mirror.fetch(lab.repository, { branch: "agent" });
    lab.started();

    await lab.mirror.trialMerge("acme/shop", { ...sides, theirs });
    expect(lab.started()).toEqual(["merge-tree"]);
  });

  it("merge commits that have several bases", async () => {
    const workshop = openMirrored();
    const lab = { ...workshop, ...openRecorded(join(workshop.folder, "data")) };
    const { ours, theirs } = await fork(lab, {
      base: { a: "" },
      ours: { b: "" },
      theirs: { c: "" },
    });
    const tree = lab.git("merge-tree", "--write-tree", ours, theirs);
    const crossed = (one: string, other: string): string =>
      lab.git("commit-tree", "-p", one, "-p", other, "-m", `Merge ${other}`, tree);
    for (const [branch, start] of [
      ["left", crossed(ours, theirs)],
      ["right", crossed(theirs, ours)],
    ] as const) {
      lab.git("checkout", "--quiet", "-b", branch, start);
      commit(lab, { [branch]: "" });
      await lab.mirror.fetch(lab.repository, { branch });
    }
    const sides = { ours: lab.git("rev-parse", "left"), theirs: lab.git("rev-parse", "right") };
    lab.started();

    expect(await lab.mirror.trialMerge("acme/shop", sides)).toMatchObject({ outcome: "clean" });
    expect(lab.started()).toEqual(["merge-base", "merge-tree"]);
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
