import { chmod, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readRootOf, readVerifyState, usedActs, writeRootOf, writeState } from "./verify-state.ts";

const ROOT = `csr1${"5".repeat(64)}`;
const BOOKMARK = {
  number: 7,
  move: "1".repeat(64),
  commit: "a".repeat(40),
  proof: "b".repeat(40),
  segments: {},
  used: `${"2".repeat(64)}${"3".repeat(64)}`,
  known: "4".repeat(64),
  unproved: [2],
  revoked: [],
};

let folder = "";
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "countersign-state-")), "verified");
});
afterAll(async () => await rm(join(folder, ".."), { recursive: true }));

it("remembers a root and a bookmark of one target of one clone", async () => {
  const { file, remembered } = await readVerifyState(folder, "/clone", "main");
  expect(remembered).toBe(null);
  expect(await writeState(file, { version: 1, root: ROOT, bookmark: BOOKMARK })).toBe(true);
  const again = await readVerifyState(folder, "/clone", "main");
  expect(again.remembered).toEqual({ version: 1, root: ROOT, bookmark: BOOKMARK });
  expect((await readVerifyState(folder, "/clone", "next")).remembered).toBe(null);
  expect((await readVerifyState(folder, "/other", "main")).remembered).toBe(null);
  expect([...usedActs(BOOKMARK)]).toEqual(["2".repeat(64), "3".repeat(64)]);
});

it("ignores a file that it did not write", async () => {
  const { file } = await readVerifyState(folder, "/clone", "main");
  const text = await readFile(file, "utf8");
  for (const other of [
    "",
    "{}",
    text.replace("csr1", "csr2"),
    text.replace('"used":"2', '"used":"z'),
  ]) {
    await writeFile(file, other);
    expect((await readVerifyState(folder, "/clone", "main")).remembered).toBe(null);
  }
});

it("remembers the root of a repository for its other clones", async () => {
  const repository = { repository: `csr_${"6".repeat(32)}`, target: "main" };
  expect(await readRootOf(folder, repository.repository, "main")).toBe(null);
  expect(await writeRootOf(folder, repository, ROOT)).toBe(true);
  expect(await readRootOf(folder, repository.repository, "main")).toBe(ROOT);
  expect(await readRootOf(folder, repository.repository, "next")).toBe(null);
});

it("does without a directory that cannot be written", async () => {
  const occupied = join(folder, "occupied");
  await writeFile(occupied, "");
  const { file, remembered } = await readVerifyState(occupied, "/clone", "main");
  expect(remembered).toBe(null);
  expect(await writeState(file, { version: 1, root: ROOT, bookmark: null })).toBe(false);
});

it("ignores a file that another account can write, and a link", async () => {
  const { file } = await readVerifyState(folder, "/shared", "main");
  await writeState(file, { version: 1, root: ROOT, bookmark: BOOKMARK });
  for (const [mode, root] of [
    [0o620, undefined],
    [0o602, undefined],
    [0o600, ROOT],
  ] as const) {
    await chmod(file, mode);
    expect((await readVerifyState(folder, "/shared", "main")).remembered?.root).toBe(root);
  }
  await rename(file, `${file}.moved`);
  await symlink(`${file}.moved`, file);
  expect((await readVerifyState(folder, "/shared", "main")).remembered).toBe(null);
});
