import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored, refusalCode } from "../testing/open-mirror.ts";

/** main has three commits; `side` leaves it after the first and was merged as the last. */
function withHistory(): MirroredWorkshop {
  const lab = openMirrored();
  lab.write("a.txt", "1\n");
  lab.commit("First");
  lab.git("branch", "side");
  lab.write("a.txt", "2\n");
  lab.commit("Second");
  lab.git("switch", "--quiet", "side");
  lab.write("b.txt", "b\n");
  lab.commit("Side");
  lab.git("switch", "--quiet", "main");
  lab.git("merge", "--quiet", "--no-ff", "--message", "Merge", "side");
  lab.git("update-ref", "refs/remotes/origin/main", "main~1");
  lab.git("tag", "plain", "side");
  lab.git("tag", "--annotate", "--message", "One", "v1", "side");
  return lab;
}

it("finds names, and steps from them, as git does", async () => {
  const lab = withHistory();
  const heads = ["HEAD", "HEAD~1", "HEAD^", "HEAD^2", "HEAD~2", "HEAD^2~1"];
  const names = ["main", "refs/heads/side", "origin/main", "refs/remotes/origin/main", "plain"];
  for (const revision of [...heads, ...names, "v1", "refs/tags/v1", "v1~1"]) {
    const [commit, tree] = lab
      .git("rev-parse", `${revision}^{commit}`, `${revision}^{tree}`)
      .split("\n");
    expect(await lab.mirror.pin(lab.repository, revision), revision).toEqual({ commit, tree });
  }
});

it("finds packed names, whole ids and short ones", async () => {
  const lab = withHistory();
  const commit = lab.git("rev-parse", "main~1");
  lab.git("pack-refs", "--all");
  lab.git("gc", "--quiet");
  for (const revision of ["v1", "origin/main", commit, commit.slice(0, 9)]) {
    expect((await lab.mirror.pin(lab.repository, revision))?.commit, revision).toBe(
      lab.git("rev-parse", `${revision}^{commit}`),
    );
  }
});

it("finds a commit that the mirror keeps without asking the repository for its objects", async () => {
  const lab = withHistory();
  const commit = lab.git("rev-parse", "side");
  const pinned = await lab.mirror.pin(lab.repository, commit);
  await rm(join(lab.repository.path, ".git", "objects"), { recursive: true });
  await mkdir(join(lab.repository.path, ".git", "objects"));

  expect(await lab.mirror.pin(lab.repository, commit)).toEqual(pinned);
});

it("takes the branch where a tag has its name", async () => {
  const lab = withHistory();
  lab.git("tag", "main", "side");
  const pinned = await lab.mirror.pin(lab.repository, "main");
  expect(pinned?.commit).toBe(lab.git("rev-parse", "refs/heads/main"));
});

it("finds the commit of a detached HEAD, and that of a linked worktree", async () => {
  const lab = withHistory();
  lab.git("switch", "--quiet", "--detach", "main~1");
  lab.git("worktree", "add", "--quiet", `${lab.folder}/linked`, "side");
  const { id } = lab.repository;
  const linked = { id, path: `${lab.folder}/linked` };
  expect((await lab.mirror.pin(lab.repository, "HEAD"))?.commit).toBe(
    lab.git("rev-parse", "main~1"),
  );
  expect((await lab.mirror.pin(linked, "HEAD"))?.commit).toBe(lab.git("rev-parse", "side"));
});

it("finds nothing where there is no such commit", async () => {
  const lab = withHistory();
  lab.git("tag", "a-tree", "main^{tree}");
  const none = ["nobody", "HEAD~99", "HEAD^3", "0123456789", "f".repeat(40), "a-tree"];
  for (const revision of none) {
    expect(await lab.mirror.pin(lab.repository, revision), revision).toBe(null);
  }
});

it.each([
  "",
  "--all",
  "-n1",
  "HEAD:a.txt",
  "main..side",
  ":/Second",
  "HEAD^{/Second}",
  "@{-1}",
  "main@{1}",
  "../../HEAD",
  "refs/heads/../../HEAD",
  "a b",
  "main\n",
  "~1",
  "^main",
  "HEAD~999999",
])("refuses %j", async (revision) => {
  const lab = openMirrored();
  expect(await refusalCode(lab.mirror.pin(lab.repository, revision))).toBe("invalid_input");
});

it("refuses a name that is kept elsewhere", async () => {
  const lab = withHistory();
  lab.git("pack-refs", "--all");
  lab.git("symbolic-ref", "refs/tags/alias", "refs/heads/main");
  expect(await refusalCode(lab.mirror.pin(lab.repository, "alias"))).toBe("invalid_input");
});
