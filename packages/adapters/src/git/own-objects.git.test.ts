import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { hashObject } from "./format/object-bytes.ts";
import { packBytes } from "./format/pack-bytes.ts";
import { parseCommit } from "./format/parse-commit.ts";
import { parseTree, serializeTree } from "./format/parse-tree.ts";
import { readLoose } from "./objects/read-loose.ts";
import { writeObject } from "./objects/write-object.ts";
import { openMirrored } from "./testing/open-mirror.ts";

async function bytesOf(store: string, id: string): Promise<Buffer> {
  return (await readLoose(store, id))?.bytes ?? Buffer.alloc(0);
}

it.each([["sha1"], ["sha256"]])(
  "reads what git wrote, and git reads what we write, with %s ids",
  async (format) => {
    const lab = openMirrored([`--object-format=${format}`]);
    lab.write("a-b", "1\n");
    lab.write("a/x", "2\n", 0o755);
    lab.write("a.c", "3\n");
    const id = lab.commit("Title\n\nText");
    const store = join(lab.repo, ".git/objects");
    const commit = parseCommit(await bytesOf(store, id));
    const tree = await bytesOf(store, commit?.tree ?? "");
    const entries = parseTree(tree, id.length / 2);

    expect(commit).toMatchObject({
      tree: lab.git("rev-parse", "HEAD^{tree}"),
      parents: [],
      author: { name: "Ada", email: "ada@acme.test" },
      committed: 1_700_000_000,
      message: "Title\n\nText\n",
    });
    expect([...entries].map(([name, { mode }]) => `${mode} ${name}`)).toEqual([
      "100644 a-b",
      "100644 a.c",
      "040000 a",
    ]);
    expect(serializeTree(new Map([...entries].toReversed()))).toEqual(tree);

    const object = { type: "blob", bytes: Buffer.from("new\n".repeat(2_000)) } as const;
    const written = await writeObject(store, object, id.length);
    await writeObject(store, object, id.length);
    expect(lab.git("cat-file", "blob", written)).toBe("new\n".repeat(2_000).trimEnd());
    const blobs = [0, 15, 16, 2_047, 2_048, 100_000].map((size) => Buffer.alloc(size, "x"));
    const pack = packBytes(
      blobs.map((bytes) => ({ type: "blob", bytes })),
      id.length,
    );
    lab.feed(pack, "unpack-objects", "-q");
    for (const bytes of blobs) {
      expect(lab.git("cat-file", "-s", hashObject({ type: "blob", bytes }, id.length))).toBe(
        String(bytes.length),
      );
    }
    expect(lab.git("fsck", "--strict", "--no-dangling")).toBe("");
  },
);

it("writes the same bytes as objects of two types", async () => {
  const lab = openMirrored();
  const store = join(lab.repo, ".git/objects");
  const bytes = Buffer.alloc(0);
  for (const type of ["blob", "tree", "blob"] as const) {
    const id = await writeObject(store, { type, bytes }, 40);
    expect(lab.git("cat-file", "-t", id)).toBe(type);
    expect(await readLoose(store, id)).toEqual({ type, bytes });
    rmSync(join(store, id.slice(0, 2), id.slice(2)));
  }
});

it("takes no object for another, whatever a store says", async () => {
  const lab = openMirrored();
  lab.write("a", "1\n");
  lab.commit();
  const id = lab.git("rev-parse", "HEAD:a");
  const store = join(lab.repo, ".git/objects");
  const file = join(store, id.slice(0, 2), id.slice(2));
  const lies = [
    Buffer.from("no zlib"),
    deflateSync("blob 2\x002\n"),
    deflateSync("blob 3\x001\n"),
    deflateSync("tree 2\x001\n"),
    deflateSync(Buffer.concat([Buffer.from("blob 99999999\0"), Buffer.alloc(50_000_000)])),
  ];

  expect((await readLoose(store, id))?.bytes.toString()).toBe("1\n");
  for (const lie of lies) {
    writeOver(file, lie);
    expect(await readLoose(store, id)).toBeNull();
  }
  const truth = { type: "blob", bytes: Buffer.from("1\n") } as const;
  await writeObject(store, truth, id.length);
  expect(await readLoose(store, id)).toEqual(truth);
});

function writeOver(file: string, bytes: Buffer): void {
  rmSync(file);
  writeFileSync(file, bytes);
}
