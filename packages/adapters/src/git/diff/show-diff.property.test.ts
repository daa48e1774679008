import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";
import { randomHistory } from "../testing/random-history.ts";
import { times } from "../testing/times.ts";

const COMMITS = times(1_000);
const NUMBER = Number(process.env.MIRROR_NUMBER ?? 20_261_115);
const AT_ONCE = 4;

/** The mirror applies every patch before it shows it; plain git does so again with each fifth. */
const CHECKED_AGAIN = 5;

/** What a history of a thousand commits is full of; a smaller one has its share. */
const EXPECTED = ["submodule", "symlink", "empty", "nul", "crlf", "no newline", "type change"];

describe("showDiff on random histories", () => {
  it(`applied to the base gives the approved tree, ${COMMITS} times`, async () => {
    const lab = openMirrored();
    const { stream, tally } = randomHistory(COMMITS, NUMBER);
    lab.feed(stream, "fast-import", "--quiet", "--force");
    await lab.mirror.fetch(lab.repository, { branch: "random" });
    const trees = lab.git("log", "--reverse", "--format=%T", "random").split("\n");
    const patches = new Map<number, Uint8Array>();

    const work = trees.slice(1).keys();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const at of work) {
          const from = trees[at] ?? "";
          const shown = await lab.mirror.interdiff("acme/shop", from, trees[at + 1] ?? "");
          const parts = Buffer.concat(shown.files.map(({ patch }) => patch));
          if (shown.unshown.length > 0 || !parts.equals(shown.patch)) throw new Error(`at ${at}`);
          patches.set(at, shown.patch);
        }
      }),
    );

    expect(patches.size).toBe(COMMITS);
    for (const [at, patch] of patches) {
      if (at % CHECKED_AGAIN === 0) {
        expect(applied(lab, trees[at] ?? "", patch)).toBe(trees[at + 1]);
      }
    }
    for (const word of EXPECTED) {
      expect(tally[word] ?? 0, word).toBeGreaterThan(COMMITS / 100);
    }
  });
});

/** Applies a patch by plain git, in an index of its own, and answers with the tree. */
function applied(lab: MirroredWorkshop, from: string, patch: Uint8Array): string {
  const file = join(lab.folder, "one.patch");
  writeFileSync(file, patch);
  lab.git("read-tree", from);
  if (patch.length > 0) lab.git("apply", "--cached", "--whitespace=nowarn", file);
  return lab.git("write-tree");
}
