import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WORK } from "../testing/sample-work.ts";
import { readSpool, removeFromSpool, spoolWork } from "./spool.ts";

async function openSpool() {
  const spool = await mkdtemp(join(tmpdir(), "countersign-spool-"));
  onTestFinished(() => rm(spool, { recursive: true, force: true }));
  return { spool };
}

it("keeps work for its repository alone, oldest first, readable for its owner only", async () => {
  const files = await openSpool();
  await spoolWork(files, { ...WORK, branch: "later", atMs: 2 });
  await spoolWork(files, WORK);
  await spoolWork(files, { ...WORK, common: "/other/.git" });
  const found = await readSpool(files, "/shop/.git");
  expect(found.map(({ branch }) => branch)).toEqual(["greeting", "later"]);
  expect(await readSpool(files, "/shop/.gi")).toEqual([]);
  for (const name of await readdir(files.spool))
    expect((await stat(join(files.spool, name))).mode & 0o777).toBe(0o600);
});

it("replaces what waits for the same branch of the same agent", async () => {
  const files = await openSpool();
  await spoolWork(files, WORK);
  const newest = await spoolWork(files, { ...WORK, tree: "2".repeat(40), atMs: 2 });
  await spoolWork(files, { ...WORK, agent: "gemini", atMs: 3 });
  const found = await readSpool(files, WORK.common);
  expect(found.map(({ agent, tree }) => [agent, tree[0]])).toEqual([
    ["codex", "2"],
    ["gemini", "1"],
  ]);
  expect(found[0]).toEqual(newest);
});

it("takes off exactly what was sent, not what replaced it meanwhile", async () => {
  const files = await openSpool();
  const sent = await spoolWork(files, WORK);
  const newer = await spoolWork(files, { ...WORK, tree: "2".repeat(40) });
  await removeFromSpool(files, sent);
  expect(await readSpool(files, WORK.common)).toEqual([newer]);
  await removeFromSpool(files, newer);
  expect(await readdir(files.spool)).toEqual([]);
});

it("loses nothing when many sessions leave work at once", async () => {
  const files = await openSpool();
  const branches = Array.from({ length: 40 }, (_, at) => `branch-${at}`);
  await Promise.all(branches.map((branch) => spoolWork(files, { ...WORK, branch })));
  const found = await readSpool(files, WORK.common);
  expect(new Set(found.map(({ branch }) => branch))).toEqual(new Set(branches));
});

it("passes over files that are none of ours or not whole", async () => {
  const files = await openSpool();
  const { key } = await spoolWork(files, WORK);
  const names = await readdir(files.spool);
  await writeFile(join(files.spool, "notes.txt"), "x");
  await writeFile(join(files.spool, `${"a".repeat(32)}-${"b".repeat(32)}.json`), "{");
  await writeFile(join(files.spool, `${"a".repeat(32)}-${"c".repeat(32)}.json`), "{}");
  await chmod(join(files.spool, names[0] ?? ""), 0o600);
  expect((await readSpool(files, WORK.common)).map((one) => one.key)).toEqual([key]);
});
