import { globSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";

function mirrorFolder(lab: MirroredWorkshop): string {
  const folder = join(lab.folder, "data", "mirrors");
  return join(folder, readdirSync(folder)[0] ?? "");
}

function packsOf(lab: MirroredWorkshop): string[] {
  return globSync("objects/pack/*.pack", { cwd: mirrorFolder(lab) });
}

function looseOf(lab: MirroredWorkshop): string[] {
  return globSync("objects/[0-9a-f][0-9a-f]/*", { cwd: mirrorFolder(lab) });
}

/** Three weeks pass for all that lies in the mirror. */
function letTimePass(lab: MirroredWorkshop): void {
  const then = Date.now() / 1_000 - 21 * 24 * 60 * 60;
  for (const file of globSync("objects/**/*", { cwd: mirrorFolder(lab) })) {
    utimesSync(join(mirrorFolder(lab), file), then, then);
  }
}

async function fetchSome(lab: MirroredWorkshop, count: number): Promise<string[]> {
  const commits: string[] = [];
  for (let index = 0; index < count; index += 1) {
    lab.write(`file-${index}`, `${index}\n`.repeat(50));
    lab.commit(`Commit ${index}`);
    commits.push((await lab.mirror.fetch(lab.repository, { branch: "main" })).commit);
  }
  return commits;
}

async function blobExists(lab: MirroredWorkshop, id: string): Promise<boolean> {
  return await lab.mirror.readBlob("acme/shop", id, 1_000).then(
    () => true,
    () => false,
  );
}

/** A blob in the mirror that nothing names: the rest of a trial. */
async function leaveTrial(lab: MirroredWorkshop): Promise<string> {
  const text = (first: string, last: string): string => `${first}\n${"line\n".repeat(20)}${last}\n`;
  lab.write("both", text("a", "b"));
  const start = lab.commit();
  lab.write("both", text("ours", "b"));
  const ours = lab.commit();
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  lab.git("checkout", "--quiet", "-b", "side", start);
  lab.write("both", text("a", "theirs"));
  const theirs = lab.commit();
  await lab.mirror.fetch(lab.repository, { worktree: lab.repo });
  lab.git("checkout", "--quiet", "main");
  const trial = await lab.mirror.trialMerge("acme/shop", { base: start, ours, theirs });
  if (trial.outcome !== "clean") throw new Error("a conflict");
  lab.write("../merged", text("ours", "theirs"));
  return lab.git("hash-object", "../merged");
}

it("packs what many fetches brought into one, and keeps all of it", async () => {
  const lab = openMirrored();
  const commits = await fetchSome(lab, 6);
  lab.write(".gitattributes", "*.png binary\n"); // git writes a pack for it
  lab.commit("Attributes");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  await lab.mirror.saveCheckpoint("acme/shop", "one", commits[2] ?? "");
  expect(packsOf(lab)).toHaveLength(1);
  expect(looseOf(lab).length).toBeGreaterThan(commits.length);

  await lab.mirror.maintain("acme/shop");
  await lab.mirror.maintain("acme/shop");

  expect(packsOf(lab)).toHaveLength(1);
  expect(looseOf(lab)).toEqual([]);
  for (const [index, commit] of commits.entries()) {
    const file = await lab.mirror.readFile("acme/shop", commit, `file-${index}`, 1_000);
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe(`${index}\n`.repeat(50));
  }
  expect((await lab.mirror.readCheckpoint("acme/shop", "one"))?.commit).toBe(commits[2]);
  await lab.mirror.dropCheckpoint("acme/shop", "one");
  expect(await lab.mirror.readCheckpoint("acme/shop", "one")).toBeNull();
});

it("drops what nothing names when its grace is over", async () => {
  const lab = openMirrored();
  await fetchSome(lab, 1);
  const left = await leaveTrial(lab);
  letTimePass(lab);

  await lab.mirror.maintain("acme/shop");

  expect(await blobExists(lab, left)).toBe(false);
});

it("keeps what nothing names yet for its grace, however often it runs", async () => {
  const lab = openMirrored();
  await fetchSome(lab, 1);
  const left = await leaveTrial(lab);

  await lab.mirror.maintain("acme/shop");
  await lab.mirror.maintain("acme/shop");

  expect(await blobExists(lab, left)).toBe(true);
});

it("removes working files that a crash left, and no others", async () => {
  const lab = openMirrored();
  await fetchSome(lab, 1);
  const old = "index-00000000-0000-0000-0000-000000000000";
  const fresh = "index-11111111-1111-1111-1111-111111111111";
  for (const name of [old, fresh]) writeFileSync(join(mirrorFolder(lab), name), "");
  utimesSync(join(mirrorFolder(lab), old), 0, 0);

  await lab.mirror.maintain("acme/shop");

  const left = readdirSync(mirrorFolder(lab));
  expect([left.includes(old), left.includes(fresh)]).toEqual([false, true]);
  expect(left).toEqual(expect.arrayContaining(["HEAD", "config", "objects", "refs"]));
});

it("breaks no fetch, read, merge or checkpoint that runs beside it", async () => {
  const lab = openMirrored();
  const commits = await fetchSome(lab, 3);
  await leaveTrial(lab);
  letTimePass(lab);
  const until = Date.now() + 6_000;
  let maintained = 0;
  let worked = 0;

  const maintaining = async (): Promise<void> => {
    for (; Date.now() < until; maintained += 1) await lab.mirror.maintain("acme/shop");
  };
  const fetching = async (): Promise<void> => {
    for (let index = 0; Date.now() < until; index += 1, worked += 1) {
      lab.write("beside", `${index}\n`);
      lab.commit();
      const { commit, tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
      const file = await lab.mirror.readFile("acme/shop", tree, "beside", 100);
      expect(Buffer.from(file?.bytes ?? []).toString()).toBe(`${index}\n`);
      await lab.mirror.saveCheckpoint("acme/shop", `beside-${index}`, commit);
      if (index > 2) await lab.mirror.dropCheckpoint("acme/shop", `beside-${index - 2}`);
    }
  };
  const reading = async (): Promise<void> => {
    const [base = "", ours = "", theirs = ""] = commits;
    for (; Date.now() < until; worked += 1) {
      await lab.mirror.trialMerge("acme/shop", { base, ours, theirs });
      await lab.mirror.showDiff({
        repo: "acme/shop",
        target: "main",
        base,
        head: theirs,
        tree: lab.git("rev-parse", `${theirs}^{tree}`),
      });
    }
  };

  await Promise.all([maintaining(), maintaining(), fetching(), reading(), reading()]);

  expect(Math.min(maintained, worked)).toBeGreaterThan(1);
});

it("has nothing to do where there is no mirror", async () => {
  await expect(openMirrored().mirror.maintain("acme/none")).resolves.toBeUndefined();
});
