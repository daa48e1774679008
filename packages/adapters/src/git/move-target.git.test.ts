import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentWork, type Edit, editIn } from "./testing/agent-work.ts";
import { type MirroredWorkshop, openMirrored } from "./testing/open-mirror.ts";

function openWith(files: Readonly<Record<string, string>>): MirroredWorkshop & Edit {
  const lab = openMirrored();
  for (const [path, text] of Object.entries(files)) lab.write(path, text);
  lab.commit("Base");
  return { ...lab, ...editIn(lab.repo) };
}

function statusOf(lab: MirroredWorkshop, at = lab.repo): string {
  return lab.git("-C", at, "status", "--porcelain", "--untracked-files=all");
}

function textOf(lab: MirroredWorkshop, path: string): string {
  return readFileSync(join(lab.repo, path), "utf8");
}

describe("moveTarget with the target checked out", () => {
  it("brings files, modes, links and index along, and plain git finds it clean", async () => {
    const lab = openWith({
      a: "1\n",
      "deep/er/gone": "1\n",
      file: "1\n",
      "dir/x": "1\n",
      mode: "1\n",
    });
    const work = await agentWork(lab, ({ write, link, erase }) => {
      write("a", "2\n");
      write("new/folder/with a line\n", "3\n");
      write("tool", "#!/bin/sh\n", 0o755);
      write("mode", "1\n", 0o755);
      write("ümlaut", "4\n");
      link("link", "/etc/passwd");
      erase("deep");
      erase("file");
      write("file/inside", "5\n");
      erase("dir");
      write("dir", "6\n");
    });

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });

    expect(statusOf(lab)).toBe("");
    expect(lab.git("rev-parse", "HEAD")).toBe(work.next);
    expect(lab.git("write-tree")).toBe(lab.git("rev-parse", `${work.next}^{tree}`));
    expect(textOf(lab, "a")).toBe("2\n");
    expect(lstatSync(join(lab.repo, "tool")).mode & 0o111).not.toBe(0);
    expect(readlinkSync(join(lab.repo, "link"))).toBe("/etc/passwd");
    expect(existsSync(join(lab.repo, "deep"))).toBe(false);
    lab.git("fsck", "--strict");
  });

  it("leaves the index fresh, so that plain git need not read a file to see it is clean", async () => {
    const lab = openWith({ a: "1\n", b: "1\n" });
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));

    await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(lab.git("diff-files")).toBe("");
    expect(lab.git("diff-index", "--cached", "HEAD")).toBe("");
  });

  it("moves it in every worktree that has it, and in none that has not", async () => {
    const lab = openWith({ a: "1\n" });
    const other = join(lab.folder, "other");
    const detached = join(lab.folder, "detached");
    lab.git("worktree", "add", "--quiet", "--force", other, "main");
    lab.git("worktree", "add", "--quiet", "--detach", detached, "main");
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));

    await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect([statusOf(lab), statusOf(lab, other), statusOf(lab, detached)]).toEqual(["", "", ""]);
    expect(readFileSync(join(other, "a"), "utf8")).toBe("2\n");
    expect(readFileSync(join(detached, "a"), "utf8")).toBe("1\n");
  });

  it("leaves untracked and ignored files alone that are not in the way", async () => {
    const lab = openWith({ a: "1\n", ".gitignore": "*.log\n", "dir/a": "1\n" });
    lab.write("notes", "mine");
    lab.write("dir/x.log", "mine");
    const work = await agentWork(lab, ({ write, erase }) => {
      write("a", "2\n");
      erase("dir");
    });

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });
    expect(statusOf(lab)).toBe("?? notes");
    expect([textOf(lab, "notes"), textOf(lab, "dir/x.log")]).toEqual(["mine", "mine"]);
  });

  it("moves a branch of a bare repository, and one whose files were never checked out", async () => {
    const lab = openWith({ a: "1\n" });
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));
    for (const kind of ["--bare", "--no-checkout"]) {
      const path = join(lab.folder, `clone${kind}`);
      lab.git("clone", "--quiet", "--no-hardlinks", kind, ".", path);

      const move = { branch: "main", expected: work.expected, next: work.next };
      expect(await lab.mirror.moveTarget({ id: "acme/shop", path }, move)).toEqual({
        outcome: "moved",
      });
      expect(lab.git("-C", path, "rev-parse", "main")).toBe(work.next);
      expect(existsSync(join(path, "a"))).toBe(false);
    }
  });

  it("moves beside a submodule that is checked out, and does not look into it", async () => {
    const lab = openWith({ a: "1\n" });
    lab.git("clone", "--quiet", "--no-hardlinks", ".", join(lab.folder, "part"));
    const allow = ["-c", "protocol.file.allow=always"];
    lab.git(...allow, "submodule", "add", "--quiet", join(lab.folder, "part"), "part");
    lab.commit("Submodule");
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });
    expect([textOf(lab, "a"), textOf(lab, "part/a"), statusOf(lab)]).toEqual(["2\n", "1\n", ""]);
  });

  it("brings a file along that is too large to be held", async () => {
    const lab = openWith({ a: "1\n" });
    const large = new Uint8Array(33 * 1024 * 1024).fill(7);
    const work = await agentWork(lab, ({ write }) => write("large", large, 0o755));

    await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(readFileSync(join(lab.repo, "large")).equals(large)).toBe(true);
    expect(statusOf(lab)).toBe("");
  });

  it("has one winner among sixteen, and its files lie there", async () => {
    const lab = openWith({ a: "1\n" });
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));
    const racers: string[] = [];
    for (let index = 0; index < 16; index += 1) {
      lab.write("../blob", `racer ${index}\n`);
      const blob = lab.git("hash-object", "-w", "../blob");
      const tree = lab.feed(`100644 blob ${blob}\ta\n`, "mktree");
      const commit = lab.git("commit-tree", "-p", work.expected, "-m", `r${index}`, tree);
      lab.git("update-ref", "refs/heads/racer", commit);
      await lab.mirror.fetch(lab.repository, { branch: "racer" });
      racers.push(commit);
    }

    const outcomes = await Promise.all(
      racers.map((next) =>
        lab.mirror.moveTarget(lab.repository, { branch: "main", expected: work.expected, next }),
      ),
    );

    const winners = racers.filter((_, index) => outcomes[index]?.outcome === "moved");
    expect(winners).toEqual([lab.git("rev-parse", "main")]);
    expect(textOf(lab, "a")).toBe(`racer ${racers.indexOf(winners[0] ?? "")}\n`);
    expect(statusOf(lab)).toBe("");
  });
});

type Dirt = readonly [
  name: string,
  paths: readonly string[],
  spoil: (lab: MirroredWorkshop & Edit) => void,
];

const DIRT: readonly Dirt[] = [
  ["a changed file", ["b"], ({ write }) => write("b", "mine\n")],
  ["a file of the same size and time", ["b"], sameSizeAndTime],
  ["a deleted file", ["b"], ({ erase }) => erase("b")],
  ["another mode", ["b"], ({ write }) => write("b", "1\n", 0o755)],
  ["a staged change", ["b"], (lab) => stage(lab, "b", "mine\n")],
  ["a staged change that the file has not", ["b"], stagedOnly],
  ["a new file that is staged", ["c"], (lab) => stage(lab, "c", "mine\n")],
  [
    "a file that is meant to be added",
    ["c"],
    (lab) => {
      lab.write("c", "mine\n");
      lab.git("add", "--intent-to-add", "c");
    },
  ],
  ["a change that git was told not to see", ["b"], hidden("--assume-unchanged")],
  ["a change behind skip-worktree", ["b"], hidden("--skip-worktree")],
  ["an untracked file in the way", ["new"], ({ write }) => write("new", "mine\n")],
  ["an ignored file in the way", ["x.log"], ({ write }) => write("x.log", "mine\n")],
  ["an untracked folder in the way", ["new/mine"], ({ write }) => write("new/mine", "mine\n")],
  ["a file where a folder comes", ["fresh"], ({ write }) => write("fresh", "mine\n")],
  ["a link where a folder comes", ["fresh"], (lab) => lab.link("fresh", lab.folder)],
  [
    "a folder that became a link",
    ["dir/x"],
    (lab) => {
      lab.erase("dir");
      lab.link("dir", lab.folder);
    },
  ],
  ["a lock of git", [".git/index.lock"], ({ write }) => write(".git/index.lock", "")],
  ["a merge under way", [".git/MERGE_HEAD"], (lab) => startMerge(lab)],
  ["a rebase under way", [".git/rebase-merge"], (lab) => startRebase(lab)],
  ["a search under way", [".git/BISECT_LOG"], (lab) => lab.git("bisect", "start")],
  ["an index in two parts", [".git/index"], (lab) => lab.git("update-index", "--split-index")],
  [
    "files that are left out of a sparse checkout",
    ["dir/x"],
    (lab) => lab.git("sparse-checkout", "set", "--no-cone", "/*", "!/dir"),
  ],
  [
    "an index that cannot be read",
    [".git/index"],
    ({ write }) => write(".git/index", "DIRC nonsense"),
  ],
];

function stage(lab: MirroredWorkshop & Edit, path: string, text: string): void {
  lab.write(path, text);
  lab.git("add", path);
}

function stagedOnly(lab: MirroredWorkshop & Edit): void {
  stage(lab, "b", "mine\n");
  lab.write("b", "1\n");
}

function sameSizeAndTime(lab: MirroredWorkshop & Edit): void {
  execFileSync("/usr/bin/touch", ["-d", "2020-01-01", join(lab.repo, "b")]);
  lab.git("update-index", "--refresh");
  lab.write("b", "2\n");
  execFileSync("/usr/bin/touch", ["-d", "2020-01-01", join(lab.repo, "b")]);
}

function hidden(flag: string): (lab: MirroredWorkshop & Edit) => void {
  return (lab) => {
    lab.git("update-index", flag, "b");
    lab.write("b", "mine\n");
  };
}

function startMerge(lab: MirroredWorkshop): void {
  const side = lab.git("commit-tree", "-p", "main", "-m", "Side", "main^{tree}");
  lab.git("merge", "--quiet", "--no-commit", "--no-ff", side);
}

/** Stops in the middle, with main taken apart and HEAD on no branch. */
function startRebase(lab: MirroredWorkshop): void {
  lab.tryGit("-c", "sequence.editor=sed -i \\$abreak", "rebase", "-i", "--root");
}

describe("moveTarget leaves everything as it is for", () => {
  it.each(DIRT)("%s", async (_, paths, spoil) => {
    const files = { a: "1\n", b: "1\n", "dir/x": "1\n", ".gitignore": "*.log\n" };
    const lab = openWith(files);
    const work = await agentWork(lab, ({ write }) => {
      for (const path of ["a", "new", "x.log", "fresh/file"]) write(path, "2\n");
      for (const path of ["b", "c", "dir/x"]) write(path, "3\n");
    });
    spoil(lab);
    const before = lab.tryGit("status", "--porcelain", "--untracked-files=all");

    const outcome = await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(outcome).toMatchObject({ outcome: "dirty", worktrees: [{ path: lab.repo }] });
    const [found] = outcome.outcome === "dirty" ? outcome.worktrees : [];
    expect(found?.paths).toEqual(expect.arrayContaining([...paths]));
    expect(lab.git("rev-parse", "main")).toBe(work.expected);
    expect(textOf(lab, "a")).toBe("1\n");
    expect(lab.tryGit("status", "--porcelain", "--untracked-files=all")).toBe(before);
  });

  it("files that the repository converts on their way to the disk", async () => {
    const lab = openWith({ ".gitattributes": "*.txt text eol=crlf\n", "a.txt": "1\n" });
    lab.erase("a.txt");
    lab.git("checkout", "--quiet", "--", "a.txt");
    expect([textOf(lab, "a.txt"), statusOf(lab)]).toEqual(["1\r\n", ""]);
    const work = await agentWork(lab, ({ write }) => write("a.txt", "2\n"));

    const outcome = await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(outcome).toEqual({
      outcome: "dirty",
      worktrees: [{ path: lab.repo, paths: ["a.txt"] }],
    });
    expect(textOf(lab, "a.txt")).toBe("1\r\n");
  });
});
