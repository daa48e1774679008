import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTreeCopies, createTreeCopiesByOrg } from "./tree-copies.ts";

let scratch = "";
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "tree-copies-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const COPY = { redacted: 0, leftOut: 0 };
const A = { repo: "shop", tree: "a" };

/** Fills a directory with one file and counts how often it did. */
function filler(text = "words") {
  const filled = { times: 0 };
  const fill = async (directory: string) => {
    filled.times += 1;
    await writeFile(join(directory, "file"), text);
    return COPY;
  };
  return { filled, fill };
}

describe("copies of trees", () => {
  it("are made once for everybody who reads the same tree, and go with the last of them", async () => {
    const copies = createTreeCopies(scratch);
    const { filled, fill } = filler();

    const held = await Promise.all([1, 2, 3].map(() => copies.take(A, fill)));
    const [first] = held;

    expect(filled.times).toBe(1);
    expect(new Set(held.map(({ directory }) => directory)).size).toBe(1);
    for (const { release } of held.slice(1)) await release();
    expect(await readFile(join(first?.directory ?? "", "file"), "utf8")).toBe("words");
    await first?.release();
    expect(await readdir(scratch)).toEqual([]);
  });

  it("are made anew when the last one is gone", async () => {
    const copies = createTreeCopies(scratch);
    const { filled, fill } = filler();

    await (await copies.take(A, fill)).release();
    await (await copies.take(A, fill)).release();

    expect(filled.times).toBe(2);
    expect(await readdir(scratch)).toEqual([]);
  });

  it("are of one tree of one repository", async () => {
    const copies = createTreeCopies(scratch);
    const { filled, fill } = filler();

    const held = [
      await copies.take(A, fill),
      await copies.take({ ...A, tree: "b" }, fill),
      await copies.take({ ...A, repo: "other" }, fill),
    ];

    expect(filled.times).toBe(3);
    for (const { release } of held) await release();
  });

  it("are shared inside an organisation only", async () => {
    const copiesOf = createTreeCopiesByOrg(scratch);
    const { filled, fill } = filler();

    const held = await Promise.all(
      ["acme", "acme", "other"].map((org) => copiesOf(org).take(A, fill)),
    );

    expect(filled.times).toBe(2);
    for (const { release } of held) await release();
    expect(await readdir(scratch)).toEqual([]);
  });

  it("that could not be made fail everybody who waits, leave nothing and are tried again", async () => {
    const copies = createTreeCopies(scratch);
    const { fill } = filler();
    const fail = () => Promise.reject(new Error("The disk is full"));

    const waits = await Promise.allSettled([copies.take(A, fail), copies.take(A, fill)]);

    expect(waits.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await readdir(scratch)).toEqual([]);
    await (await copies.take(A, fill)).release();
  });
});
