import { describe, expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

describe("readBlob", () => {
  it("says the size of a blob above the cap without reading it", async () => {
    const lab = openMirrored();
    lab.write("zeros", new Uint8Array(10_000_000));
    lab.commit();
    const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
    const id = lab.git("rev-parse", "HEAD:zeros");

    expect(await lab.mirror.readBlob("acme/shop", id, 1_000)).toEqual({
      size: 10_000_000,
      bytes: null,
    });
    expect(await lab.mirror.readFile("acme/shop", tree, "none", 1)).toBeNull();
    expect(await refusalCode(lab.mirror.readBlob("acme/shop", tree, 1))).toBe("not_found");
    expect(await refusalCode(lab.mirror.readBlob("acme/shop", "--help", 1))).toBe("invalid_input");
  });

  it("finds a file by the commit as well as by the tree", async () => {
    const lab = openMirrored();
    lab.write("dir/a.ts", "one\n");
    lab.commit();
    const { commit, tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });

    const read = (id: string, path: string) => lab.mirror.readFile("acme/shop", id, path, 100);

    expect(await read(commit, "dir/a.ts")).toEqual({ size: 4, bytes: Buffer.from("one\n") });
    expect(await read(tree, "dir/a.ts")).toEqual(await read(commit, "dir/a.ts"));
    expect(await read(commit, "dir")).toBeNull();
  });
});

describe("findFiles", () => {
  it("names the blobs of the paths that are files, and no others", async () => {
    const { mirror, repository, write, commit, git } = openMirrored();
    write("a.json", "{}\n");
    write("folder/b.json", "[]\n");
    const base = commit("Base");
    await mirror.fetch(repository, { branch: "main" });

    const paths = ["a.json", "folder/b.json", "folder", "absent.json", "", "a\0b"];
    const found = await mirror.findFiles(repository.id, base, paths);

    expect([...found]).toEqual([
      ["a.json", git("rev-parse", "main:a.json")],
      ["folder/b.json", git("rev-parse", "main:folder/b.json")],
    ]);
  });
});
