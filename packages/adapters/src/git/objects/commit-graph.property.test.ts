import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findGit } from "../program/git-settings.ts";
import { locateMirror } from "../program/mirror-directory.ts";
import { openMirrored } from "../testing/open-mirror.ts";
import { times } from "../testing/times.ts";
import { relateCommits } from "./commit-graph.ts";

const COMMITS = 60;
const PAIRS = times(100);

/** Numbers that are the same in every run. */
function numbers(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A history with branches, merges and clocks that go wrong, as a stream for git. */
function history(next: (below: number) => number): string {
  const commits = Array.from({ length: COMMITS }, (_, at) => {
    const parents = [1, 2].map(() => Math.max(1, at - next(6))).slice(0, 1 + Number(next(3) === 0));
    const [from, ...merged] = at === 0 || next(25) === 0 ? [] : [...new Set(parents)];
    return [
      `commit refs/heads/c${at}`,
      `mark :${at + 1}`,
      `committer Ada <ada@acme.test> ${1_700_000_000 + at * 10 - (next(8) === 0 ? 200 : 0)} +0000`,
      "data 1",
      "x",
      ...(from === undefined ? ["deleteall"] : [`from :${from}`]),
      ...merged.map((one) => `merge :${one}`),
      "",
    ].join("\n");
  });
  return `${commits.join("\n")}\n`;
}

it(`says of ${PAIRS} pairs of commits what git says, or leaves it to git`, async () => {
  const lab = openMirrored();
  const next = numbers(7);
  lab.feed(history(next), "fast-import", "--quiet", "--force");
  const heads = lab.git("for-each-ref", "--format=%(objectname)", "refs/heads").split("\n");
  const settings = { binary: findGit(undefined), home: lab.folder, timeoutMs: 60_000 };
  const mirror = locateMirror(settings, lab.folder, "history");
  renameSync(join(lab.repo, ".git"), mirror.path);
  writeFileSync(join(lab.repo, ".git"), `gitdir: ${mirror.path}\n`);
  let answered = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [one = "", other = ""] = [heads[next(heads.length)], heads[next(heads.length)]];
    const relation = await relateCommits(mirror, one, other);
    if (relation === null) continue;
    answered += 1;
    const bases = lab.tryGit("merge-base", "--all", one, other).split("\n").filter(Boolean);
    expect(relation.bases, `${one} ${other}`).toEqual(bases);
    const only = lab.git("rev-list", one, `^${other}`).split("\n").filter(Boolean);
    expect(only.filter((id) => !relation.onlyFirst.includes(id))).toEqual([]);
  }
  expect(answered).toBeGreaterThan(PAIRS / 2);
});
