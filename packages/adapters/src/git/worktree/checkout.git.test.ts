import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type MirroredWorkshop,
  openMirrored,
  pinBranchContent,
  refusalCode,
} from "../testing/open-mirror.ts";

async function treeOf(lab: MirroredWorkshop): Promise<string> {
  lab.commit();
  return (await lab.mirror.fetch(lab.repository, { branch: "main" })).tree;
}

it("writes exactly the bytes, modes and links of a tree", async () => {
  const lab = openMirrored();
  const bytes = Buffer.from([0, 255, 13, 10, 10, 13]);
  lab.write(".gitattributes", "* text eol=crlf ident\n*.ts filter=x\n");
  lab.write("a.ts", "one\n$Id$\n");
  lab.write("deep/er/b.bin", bytes);
  lab.write("same", "one\n$Id$\n");
  lab.write("run", "#!/bin/sh\n", 0o755);
  lab.write("empty", "");
  lab.write("with\na line", "x");
  lab.git("config", "core.symlinks", "true");
  lab.tryGit(
    "update-index",
    "--add",
    "--cacheinfo",
    `120000,${lab.feed("../a.ts", "hash-object", "-w", "--stdin")},deep/link`,
  );
  lab.git(
    "add",
    "--all",
    "--",
    ".gitattributes",
    "a.ts",
    "deep/er",
    "same",
    "run",
    "empty",
    "with\na line",
  );
  lab.git("commit", "--quiet", "-m", "All");
  const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
  const directory = join(lab.folder, "out");

  const result = await lab.mirror.checkout("acme/shop", tree, directory);

  expect(result).toMatchObject({ files: 8, skipped: [] });
  expect(readFileSync(join(directory, "a.ts"), "utf8")).toBe("one\n$Id$\n");
  expect(readFileSync(join(directory, "same"), "utf8")).toBe("one\n$Id$\n");
  expect(lstatSync(join(directory, "run")).mode & 0o111).not.toBe(0);
  expect(lstatSync(join(directory, "a.ts")).mode & 0o111).toBe(0);
  expect(readlinkSync(join(directory, "deep/link"))).toBe("../a.ts");
  lab.git(
    "--git-dir",
    join(lab.repo, ".git"),
    "--work-tree",
    directory,
    "-c",
    "core.attributesFile=/dev/null",
    "add",
    "--all",
    "--dry-run",
  );
  expect(result.bytes).toBe(lsTreeBytes(lab));
});

function lsTreeBytes(lab: MirroredWorkshop): number {
  const lines = lab.git("ls-tree", "-r", "-z", "-l", "HEAD").split("\0").filter(Boolean);
  return lines.reduce((sum, line) => sum + Number(line.split("\t")[0]?.split(" ").at(-1)), 0);
}

it("skips submodules, links that lead out and files above the cap, and says so", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  const head = lab.commit();
  const link = (target: string): string => lab.feed(target, "hash-object", "-w", "--stdin");
  lab.write("../large", new Uint8Array(64 * 1024 * 1024 + 1));
  const large = lab.git("hash-object", "-w", "../large");
  lab.git("update-index", "--add", "--cacheinfo", `160000,${head},sub`);
  lab.git("update-index", "--add", "--cacheinfo", `120000,${link("/etc/passwd")},out`);
  lab.git("update-index", "--add", "--cacheinfo", `120000,${link("deep/../..")},up`);
  lab.git("update-index", "--add", "--cacheinfo", `120000,${link("a")},in`);
  lab.git("update-index", "--add", "--cacheinfo", `100644,${large},large`);
  lab.git("commit", "--quiet", "-m", "Odd");
  const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
  const directory = join(lab.folder, "out");

  const { files, skipped } = await lab.mirror.checkout("acme/shop", tree, directory);

  expect(files).toBe(2);
  expect(readdirSync(directory).toSorted()).toEqual(["a", "in"]);
  expect(skipped.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: "large", why: "too_large" },
    { path: "out", why: "outside_link" },
    { path: "sub", why: "submodule" },
    { path: "up", why: "outside_link" },
  ]);
});

it("refuses a tree of too many bytes before it writes any", async () => {
  const lab = openMirrored();
  lab.write("../large", new Uint8Array(60 * 1024 * 1024));
  const large = lab.git("hash-object", "-w", "../large");
  const lines = Array.from({ length: 40 }, (_, index) => `100644 blob ${large}\tfile-${index}\n`);
  const tree = lab.feed(lines.join(""), "mktree");
  lab.git("update-ref", "refs/heads/main", lab.git("commit-tree", "-m", "Bomb", tree));
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const directory = join(lab.folder, "out");
  mkdirSync(directory);

  expect(await refusalCode(lab.mirror.checkout("acme/shop", tree, directory))).toBe("too_large");
  expect(readdirSync(directory)).toEqual([]);
});

it("refuses a few trees that unfold into too many files", async () => {
  const lab = openMirrored();
  let tree = lab.feed(
    `100644 blob ${lab.feed("x", "hash-object", "-w", "--stdin")}\tx\n`,
    "mktree",
  );
  for (let depth = 0; depth < 7; depth += 1) {
    const lines = Array.from({ length: 8 }, (_, index) => `040000 tree ${tree}\t${index}\n`);
    tree = lab.feed(lines.join(""), "mktree");
  }
  lab.git("update-ref", "refs/heads/main", lab.git("commit-tree", "-m", "Bomb", tree));
  await lab.mirror.fetch(lab.repository, { branch: "main" });

  const out = lab.mirror.checkout("acme/shop", tree, join(lab.folder, "out"));

  expect(await refusalCode(out)).toBe("too_large");
});

it("refuses a directory that is not empty or not absolute", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  const tree = await treeOf(lab);
  mkdirSync(join(lab.folder, "full"));
  writeFileSync(join(lab.folder, "full", "mine"), "mine");

  const full = lab.mirror.checkout("acme/shop", tree, join(lab.folder, "full"));
  expect(await refusalCode(full)).toBe("invalid_input");
  expect(await refusalCode(lab.mirror.checkout("acme/shop", tree, "out"))).toBe("invalid_input");
});

it("takes a commit for its tree, and says when the mirror has neither", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  const base = lab.commit();
  const { head } = await pinBranchContent(lab, base);

  const { files } = await lab.mirror.checkout("acme/shop", head, join(lab.folder, "out"));

  expect(files).toBe(1);
  const none = lab.mirror.checkout("acme/shop", "a".repeat(40), join(lab.folder, "none"));
  expect(await refusalCode(none)).toBe("not_found");
});

it("writes 5,000 files in seconds", async () => {
  const lab = openMirrored();
  for (let index = 0; index < 5_000; index += 1) {
    lab.write(`src/part-${index % 50}/deep/file-${index}.ts`, `export const x = ${index};\n`);
  }
  const tree = await treeOf(lab);
  const began = performance.now();

  const { files } = await lab.mirror.checkout("acme/shop", tree, join(lab.folder, "out"));

  expect(files).toBe(5_000);
  expect(performance.now() - began).toBeLessThan(20_000);
});

it("writes paths as another tree has them, bytes of its own, and no folder that is left out", async () => {
  const lab = openMirrored();
  lab.write("run", "#!/bin/sh\nexit 1\n", 0o755);
  lab.write("tool.json", "accepted");
  lab.write("settings", "accepted");
  const accepted = lab.commit();
  lab.write("run", "#!/bin/sh\nexit 0\n");
  lab.write("tool.json", "changed");
  lab.git("rm", "--quiet", "--force", "settings");
  lab.write("settings/below", "changed");
  lab.write(".rc", "added");
  lab.write("a/node_modules/.bin/x", "committed");
  lab.write("a/package.json", "changed");
  const tree = await treeOf(lab);
  const directory = join(lab.folder, "out");

  const result = await lab.mirror.checkout("acme/shop", tree, directory, {
    from: { tree: accepted, paths: ["run", "tool.json", "settings", ".rc", "none"] },
    write: new Map([["a/package.json", Buffer.from("written")]]),
    withoutFolders: ["node_modules"],
  });

  expect(result.files).toBe(readdirSync(directory, { recursive: true }).length - 1);
  expect(readFileSync(join(directory, "run"), "utf8")).toContain("exit 1");
  expect(lstatSync(join(directory, "run")).mode & 0o111).not.toBe(0);
  expect(readFileSync(join(directory, "tool.json"), "utf8")).toBe("accepted");
  expect(readFileSync(join(directory, "settings"), "utf8")).toBe("accepted");
  expect(readFileSync(join(directory, "a/package.json"), "utf8")).toBe("written");
  expect(readdirSync(directory)).not.toContain(".rc");
  expect(readdirSync(join(directory, "a"))).toEqual(["package.json"]);
});

it("refuses to write outside the directory", async () => {
  const lab = openMirrored();
  lab.write("a", "a");
  const tree = await treeOf(lab);
  const write = new Map([["../b", Buffer.from("b")]]);
  const out = lab.mirror.checkout("acme/shop", tree, join(lab.folder, "out"), { write });

  expect(await refusalCode(out)).toBe("invalid_input");
});
