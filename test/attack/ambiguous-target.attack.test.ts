import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openMirrored } from "../../packages/adapters/src/git/testing/open-mirror.ts";
import { type Dice, diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { plainPolicy } from "../engine/plain-policy.ts";
import { attempts } from "./attempts.ts";
import { untilHeld } from "./hand-in-change.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab(plainPolicy("ana"), { lookMs: 100 });
const { engine, shop, ana } = lab;
const HEADER = "# pack-refs with: peeled fully-peeled sorted ";
const inGit = (path: string) => join(shop.repo, ".git", path);

const good = shop.git("rev-parse", "main");
shop.write("evil.txt", "never submitted\n");
const evil = shop.commit("Evil");
shop.git("branch", "evil");
shop.git("checkout", "--quiet", "--detach", good);

afterEach(async () => {
  for (const path of ["refs/heads/main", "packed-refs", "info/grafts", "refs/replace"])
    rmSync(inGit(path), { recursive: true, force: true });
  writeFileSync(inGit("refs/heads/main"), `${good}\n`);
  writeFileSync(inGit("refs/heads/evil"), `${evil}\n`);
  const [line] = await engine.repositories(ana);
  if (line?.hold) await engine.releaseRepository(ana, "shop", { tip: good, reason: "Repaired" });
});

describe("I9 Shown is signed: git and countersign read the same target, or nothing is merged", () => {
  it("stops merges for two lines of the target in packed-refs", async () => {
    rmSync(inGit("refs/heads/main"));
    const lines = [
      HEADER,
      `${evil} refs/heads/evil`,
      `${good} refs/heads/main`,
      `${evil} refs/heads/main`,
      `${evil} refs/heads/main`,
      `${evil} refs/heads/zz`,
    ];
    writeFileSync(inGit("packed-refs"), `${lines.join("\n")}\n`);

    expect(await untilHeld(lab)).toMatch(
      /^target_unreadable: main: packed-refs cannot be read: line 4 names a ref for the second time/,
    );
    await expect(
      engine.releaseRepository(ana, "shop", { tip: good, reason: "Seen" }),
    ).rejects.toThrow("shop cannot be released yet. packed-refs cannot be read");
  });

  it("stops merges for a target that is an alias of another branch", async () => {
    shop.git("symbolic-ref", "refs/heads/main", "refs/heads/evil");

    expect(await untilHeld(lab)).toMatch(
      /^target_unreadable: main: The branch main is an alias of another/,
    );
  });

  it("stops merges for a commit that git shows in place of another", async () => {
    shop.git("replace", good, evil);

    expect(await untilHeld(lab)).toMatch(/^history_altered: main: It has replace refs/);
  });

  it("stops merges for parents that git invents", async () => {
    mkdirSync(inGit("info"), { recursive: true });
    writeFileSync(inGit("info/grafts"), `${good} ${evil}\n`);

    expect(await untilHeld(lab)).toMatch(/^history_altered: main: .*info\/grafts/);
  });

  it("never reads another commit than git from a file of packed refs that somebody wrote", async () => {
    const mirrored = openMirrored();
    const ids = [mirrored.commit("One"), mirrored.commit("Two")] as const;
    mirrored.git("checkout", "--quiet", "--detach");
    mirrored.git("update-ref", "-d", "refs/heads/main");
    const file = join(mirrored.repo, ".git", "packed-refs");
    const dice = diceOf(14);
    const different: string[] = [];
    let readAlike = 0;
    for (let attempt = 0; attempt < attempts(); attempt += 1) {
      const text = packedRefs(dice, ids);
      writeFileSync(file, text);
      const ours = await mirrored.mirror.readTarget(mirrored.repository, "main");
      if (ours.is === "unreliable") continue;
      const theirs = mirrored.tryGit("rev-parse", "--verify", "--quiet", "refs/heads/main").trim();
      const isAlike = ours.is === "at" ? ours.tip === theirs : theirs === "";
      if (isAlike) readAlike += 1;
      else different.push(text);
    }
    expect(different).toEqual([]);
    expect(readAlike).toBeGreaterThan(0);
  });
});

/** A file of packed refs as git writes it, or with a name twice, out of order, or with bytes that do not belong. */
function packedRefs(dice: Dice, ids: readonly [string, ...string[]]): string {
  const line = () => {
    const name = dice.pick(["refs/heads/a", "refs/heads/main", "refs/heads/z", "HEAD"]);
    const gap = dice.chance(90) ? " " : "\t";
    const end = dice.chance(90) ? "\n" : dice.pick(["\r\n", "\n\n", " \n", ""]);
    return `${dice.pick(ids)}${gap}${name}${end}`;
  };
  const lines = Array.from({ length: 1 + dice.roll(4) }, line);
  const isSorted = dice.chance(50);
  if (isSorted) lines.sort((one, other) => (one.slice(40) < other.slice(40) ? -1 : 1));
  const header = dice.pick(["", `${HEADER}\n`, "# pack-refs with: peeled \n"]);
  return `${header}${lines.join("")}`;
}
