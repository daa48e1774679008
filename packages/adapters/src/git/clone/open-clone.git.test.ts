import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { openWorkshop } from "../testing/plain-git.ts";
import { openClone } from "./open-clone.ts";

const shop = openWorkshop();
afterAll(() => shop.remove());

shop.write("a.txt", "one\n");
shop.write("lib/gen.js", "1\n");
shop.write(".gitattributes", "*.js linguist-generated\n");
const first = shop.commit("first");
shop.write("a.txt", "one\ntwo\n");
shop.write("lib/gen.js", "2\n");
const second = shop.commit("second");
const tree = shop.git("rev-parse", "HEAD^{tree}");
const other = (name: string) => join(shop.folder, name);

/** The names and sizes of all files below a folder. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(folder, name)).size}`)
    .toSorted();
}

const CLONES = {
  "a clone with a worktree": shop.repo,
  "a folder of one": join(shop.repo, "lib"),
  "a bare clone": other("bare"),
  "a worktree of its own": other("beside"),
  "a clone with alternates": other("shared"),
} as const;
shop.git("clone", "--quiet", "--bare", shop.repo, other("bare"));
shop.git("worktree", "add", "--quiet", "--detach", other("beside"));
shop.git("clone", "--quiet", "--shared", shop.repo, other("shared"));

describe.each(Object.entries(CLONES))("%s", (_, directory) => {
  it("is read without a write", async () => {
    const before = listing(shop.folder);
    const clone = await openClone({ directory });
    expect(await clone.resolve("HEAD")).toBe(second);
    expect(await clone.resolve("HEAD~1")).toBe(first);
    expect(await clone.resolve(second.slice(0, 9))).toBe(second);
    expect(await clone.resolve("nothing")).toBe(null);
    expect(await clone.isAncestor(first, second)).toBe(true);
    expect(await clone.isAncestor(second, first)).toBe(false);
    const content = { repo: "x", target: "main", base: first, head: second, tree };
    const change = await clone.readChange(content, { protectedKeys: [], commits: content });
    expect(change.entries.map(({ path }) => path)).toEqual(["a.txt", "lib/gen.js"]);
    expect(change.generatedPaths).toEqual(["lib/gen.js"]);
    expect(change.patches.map(({ path }) => path)).toEqual(["a.txt", "lib/gen.js"]);
    expect(change.commits.map(({ subject }) => subject)).toEqual(["second"]);
    clone.close();
    expect(listing(shop.folder)).toEqual(before);
  });
});

it("names what a shallow clone lacks", async () => {
  shop.git("clone", "--quiet", "--depth=1", `file://${shop.repo}`, other("shallow"));
  const clone = await openClone({ directory: other("shallow") });
  expect(clone.isShallow).toBe(true);
  expect(await clone.readCommit(first)).toBe(null);
  expect(await clone.isAncestor(first, second)).toBe(true); // the parent is in the commit's own bytes
  expect(await clone.isAncestor("0".repeat(40), second)).toBe(null);
  clone.close();
});

it("reads the patches of small files beside a large one without writing", async () => {
  shop.write("large.bin", "x".repeat(1_100_000));
  shop.write("a.txt", "three\n");
  const third = shop.commit("third");
  const clone = await openClone({ directory: shop.repo });
  const head = { base: second, head: third, tree: shop.git("rev-parse", "HEAD^{tree}") };
  const content = { repo: "x", target: "main", ...head };
  const change = await clone.readChange(content, { protectedKeys: [], commits: content });
  expect(change.tooLarge).toEqual(["large.bin"]);
  expect(change.patches.map(({ path }) => path)).toEqual(["a.txt"]);
  clone.close();
});

it("ignores replacements of the clone", async () => {
  shop.git("replace", second, first);
  const clone = await openClone({ directory: shop.repo });
  expect((await clone.readCommit(second))?.message).toBe("second\n");
  clone.close();
  shop.git("replace", "-d", second);
});

it("refuses an object whose bytes do not match its id", async () => {
  const id = shop.git("rev-parse", `${second}:a.txt`);
  const path = join(shop.repo, ".git/objects", id.slice(0, 2), id.slice(2));
  const honest = readFileSync(path);
  expect(inflateSync(honest).toString()).toBe("blob 8\0one\ntwo\n");
  chmodSync(path, 0o644);
  writeFileSync(path, deflateSync("blob 8\0one\nTWO\n"));
  const clone = await openClone({ directory: shop.repo });
  await expect(clone.digestChanges(first, second)).rejects.toThrow(`${id} does not match its id`);
  clone.close();
  writeFileSync(path, honest);
});
