import { expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

it("adds a file to a tree and leaves the rest and the repository alone", async () => {
  const { mirror, repository, repo, write, commit, git } = openMirrored();
  write("a.ts", "a\n");
  const base = commit("Base");
  await mirror.fetch(repository, { branch: "main" });

  const tree = await mirror.addFile(repository.id, base, "countersign.json", Buffer.from("{}\n"));

  const shown = await mirror.interdiff(repository.id, base, tree);
  expect(shown.files.map(({ path }) => path)).toEqual(["countersign.json"]);
  expect(git("-C", repo, "rev-parse", "main")).toBe(base);
  expect(git("-C", repo, "status", "--porcelain")).toBe("");
});

it.each(["../x", ".git", "a/b", "", "-x", "a\0b"])("refuses the name %j", async (name) => {
  const { mirror, repository, write, commit } = openMirrored();
  write("a.ts", "a\n");
  const base = commit("Base");
  await mirror.fetch(repository, { branch: "main" });

  const attempt = mirror.addFile(repository.id, base, name, Buffer.from("x"));

  expect(await refusalCode(attempt)).toBe("invalid_input");
});
