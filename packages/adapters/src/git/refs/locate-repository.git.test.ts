import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";
import { locateRepository, locateWorktree } from "./locate-repository.ts";
import { readBranch, readWorktreeHead } from "./read-ref.ts";

describe("locateRepository", () => {
  it("finds the directories of a repository, a bare one and a worktree", async () => {
    const lab = openMirrored();
    lab.commit();
    const bare = join(lab.folder, "bare.git");
    const worktree = join(lab.folder, "wt");
    lab.git("clone", "--quiet", "--bare", "--no-hardlinks", ".", bare);
    lab.git("worktree", "add", "--quiet", "--detach", worktree);
    const common = join(lab.repo, ".git");

    expect(await locateRepository(lab.repo)).toEqual({ root: lab.repo, gitDir: common, common });
    expect(await locateRepository(bare)).toEqual({ root: bare, gitDir: bare, common: bare });
    expect(await locateWorktree(lab.repo, worktree)).toEqual({
      root: worktree,
      gitDir: join(common, "worktrees", "wt"),
      common,
    });
  });

  it.each<[string, (folder: string) => void]>([
    ["is a shallow clone", (git) => writeFileSync(join(git, "shallow"), "")],
    ["keeps refs in tables", (git) => mkdirSync(join(git, "reftable"))],
    ["borrows objects", (git) => writeFileSync(join(git, "objects/info/alternates"), "/x\n")],
    ["shares another's directory", (git) => writeFileSync(join(git, "commondir"), "/x\n")],
    ["has no objects", (git) => rmSync(join(git, "objects"), { recursive: true })],
    [
      "keeps its objects elsewhere",
      (git) => {
        renameSync(join(git, "objects"), join(git, "moved"));
        symlinkSync(join(git, "moved"), join(git, "objects"));
      },
    ],
  ])("refuses a repository that %s", async (_, spoil) => {
    const lab = openMirrored();
    lab.commit();
    spoil(join(lab.repo, ".git"));

    expect(await refusalCode(locateRepository(lab.repo))).toBe("invalid_input");
  });

  it("refuses a link among the objects, also one that is made after the first look", async () => {
    const lab = openMirrored();
    lab.commit();
    const objects = join(lab.repo, ".git/objects");
    const later = Date.now() + 60_000;
    vi.spyOn(Date, "now").mockReturnValue(later); // the folder has not changed for a while
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    for (let look = 1; look <= 2; look += 1)
      expect(await locateRepository(lab.repo)).toMatchObject({ root: lab.repo });
    renameSync(join(objects, "pack"), join(lab.folder, "pack"));
    symlinkSync(join(lab.folder, "pack"), join(objects, "pack"));

    expect(await refusalCode(locateRepository(lab.repo))).toBe("invalid_input");
  });

  it.each(["relative", "/tmp/a\nb", "/"])("refuses %j as a path", async (path) => {
    expect(await refusalCode(locateRepository(path))).toBe("invalid_input");
  });

  it("refuses a worktree that its repository does not know in that place", async () => {
    const lab = openMirrored();
    lab.commit();
    lab.git("worktree", "add", "--quiet", "--detach", join(lab.folder, "wt"));
    renameSync(join(lab.folder, "wt"), join(lab.folder, "stolen"));

    const located = locateWorktree(lab.repo, join(lab.folder, "stolen"));

    expect(await refusalCode(located)).toBe("invalid_input");
  });
});

describe("readHead and readBranch", () => {
  it("do not wait for a pipe in the place of HEAD", async () => {
    const lab = openMirrored();
    lab.commit();
    const located = await locateRepository(lab.repo);
    rmSync(join(lab.repo, ".git/HEAD"));
    execFileSync("/usr/bin/mkfifo", [join(lab.repo, ".git/HEAD")]);

    expect(await refusalCode(readWorktreeHead(located))).toBe("invalid_input");
  });

  it("follow no link and no alias", async () => {
    const lab = openMirrored();
    lab.commit();
    const located = await locateRepository(lab.repo);
    writeFileSync(join(lab.folder, "outside"), `${lab.git("rev-parse", "HEAD")}\n`);
    symlinkSync(join(lab.folder, "outside"), join(lab.repo, ".git/refs/heads/link"));
    writeFileSync(join(lab.repo, ".git/refs/heads/alias"), "ref: refs/heads/main\n");
    symlinkSync(lab.folder, join(lab.repo, ".git/refs/heads/out"));

    expect(await refusalCode(readBranch(located, "link"))).toBe("invalid_input");
    expect(await refusalCode(readBranch(located, "alias"))).toBe("invalid_input");
    expect(await refusalCode(readBranch(located, "out/outside"))).toBe("invalid_input");
  });

  it("say when nothing is committed yet", async () => {
    const lab = openMirrored();
    const located = await locateRepository(lab.repo);

    expect(await refusalCode(readWorktreeHead(located))).toBe("not_found");
    expect(await readBranch(located, "main")).toBeNull();
  });

  it.each(["0".repeat(39), "HEAD", "x", `${"a".repeat(40)} b`])(
    "refuse %j as a branch's content",
    async (text) => {
      const lab = openMirrored();
      lab.commit();
      const located = await locateRepository(lab.repo);
      writeFileSync(join(lab.repo, ".git/refs/heads/main"), `${text}\n`);

      expect(await refusalCode(readBranch(located, "main"))).toBe("invalid_input");
    },
  );
});
