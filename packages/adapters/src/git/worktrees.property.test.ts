import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored, refusalCode } from "./testing/open-mirror.ts";
import { randomHistory } from "./testing/random-history.ts";
import { times } from "./testing/times.ts";

const COMMITS = times(150);
const NUMBER = Number(process.env.MIRROR_NUMBER ?? 20_261_115);

type Random = { lab: MirroredWorkshop; commits: string[]; impossible: Set<string> };

async function openRandom(): Promise<Random> {
  const lab = openMirrored();
  const { stream } = randomHistory(COMMITS, NUMBER);
  lab.feed(stream, "fast-import", "--quiet", "--force");
  const commits = lab.git("log", "--reverse", "--format=%H", "random").split("\n");
  await lab.mirror.fetch(lab.repository, { branch: "random" });
  const impossible = new Set(commits.filter((commit) => hasImpossibleLink(lab, commit)));
  lab.git("checkout", "--quiet", "-B", "main", commits.find((one) => !impossible.has(one)) ?? "");
  return { lab, commits, impossible };
}

/** Links without a target, or with one that no file system takes; plain git fails on them, too. */
function hasImpossibleLink(lab: MirroredWorkshop, commit: string): boolean {
  const lines = lab.git("ls-tree", "-r", "-z", commit).split("\0");
  const links = lines.filter((line) => line.startsWith("120000")).map((line) => line.slice(12, 52));
  return links.some((id) => {
    const target = lab.feed("", "cat-file", "blob", id);
    return target.includes("\0") || target.length > 4_000 || lab.git("cat-file", "-s", id) === "0";
  });
}

/** What plain git says of a worktree, after it has read every file anew. */
function dirtOf(lab: MirroredWorkshop, worktree: string): string {
  lab.git("-C", worktree, "update-index", "-q", "--really-refresh");
  return lab.git("-C", worktree, "status", "--porcelain", "--untracked-files=all");
}

it(`moveTarget brings a worktree through ${COMMITS} random commits, clean after each`, async () => {
  const { lab, commits, impossible } = await openRandom();
  let expected = lab.git("rev-parse", "main");

  for (const next of commits.slice(commits.indexOf(expected) + 1)) {
    const moving = lab.mirror.moveTarget(lab.repository, { branch: "main", expected, next });
    if (impossible.has(next)) expect(await refusalCode(moving)).toBe("invalid_input");
    else {
      expect(await moving, next).toEqual({ outcome: "moved" });
      expected = next;
    }
    expect(dirtOf(lab, lab.repo), next).toBe("");
    expect(lab.git("rev-parse", "main")).toBe(expected);
  }
  expect(impossible.size).toBeLessThan(commits.length / 2);
});

it("resetWork jumps between random commits, clean after each", async () => {
  const { lab, commits, impossible } = await openRandom();
  const possible = commits.filter((commit) => !impossible.has(commit));
  const worktree = join(lab.folder, "agent");
  lab.git("worktree", "add", "--quiet", "-b", "agent", worktree, "main");

  for (let at = 7; at < possible.length; at += 7) {
    const to = possible[(at * 31) % possible.length] ?? "";
    const keepAs = `at-${at}`;
    const outcome = await lab.mirror.resetWork(lab.repository, { worktree, to, keepAs });
    expect(outcome, `at ${at}`).toMatchObject({ outcome: "reset" });
    expect(dirtOf(lab, worktree), `at ${at}`).toBe("");
    expect(lab.git("-C", worktree, "rev-parse", "HEAD")).toBe(to);
  }
});

it("checkout writes what plain git finds equal to the tree, but for what it says it skipped", async () => {
  const { lab, commits } = await openRandom();
  const directory = join(lab.folder, "out");

  for (let at = 0; at < commits.length; at += 10) {
    const { files, skipped } = await lab.mirror.checkout("acme/shop", commits[at] ?? "", directory);
    lab.git("read-tree", commits[at] ?? "");
    const plain = ["--git-dir", join(lab.repo, ".git"), "--work-tree", directory];
    const differing = lab.git(...plain, "diff", "--name-only", "-z").split("\0");
    const missing = differing.filter((path) => path !== "");
    const listed = lab.git("ls-files", "-z").split("\0").filter(Boolean);
    expect(missing.toSorted(), `at ${at}`).toEqual(skipped.map(({ path }) => path).toSorted());
    expect(files).toBe(listed.length - skipped.length);
    rmSync(directory, { recursive: true });
  }
});
