import { expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

it("adds and replaces files of a tree and leaves the rest and the repository alone", async () => {
  const { mirror, repository, repo, write, commit, git } = openMirrored();
  write("a.ts", "a\n");
  write("countersign.json", "{ }\n");
  const base = commit("Base");
  await mirror.fetch(repository, { branch: "main" });
  const files = new Map([
    ["countersign.json", Buffer.from("{}\n")],
    [".countersign/trust.json", Buffer.from("{}\n")],
  ]);

  const tree = await mirror.writeFiles(repository.id, base, files);

  const shown = await mirror.interdiff(repository.id, base, tree);
  expect(shown.files.map(({ path }) => path)).toEqual([...files.keys()].toSorted());
  expect(git("-C", repo, "rev-parse", "main")).toBe(base);
  expect(git("-C", repo, "status", "--porcelain")).toBe("");
});

it.each([
  ...["../x", ".git", ".git/config", ".GIT/config", ".gitmodules", "a/b/c"],
  ...["/a", "a/", "", "-x", "a\0b", "./a"],
])("refuses the path %j", async (path) => {
  const { mirror, repository, write, commit } = openMirrored();
  write("a.ts", "a\n");
  const base = commit("Base");
  await mirror.fetch(repository, { branch: "main" });

  const attempt = mirror.writeFiles(repository.id, base, new Map([[path, Buffer.from("x")]]));

  expect(await refusalCode(attempt)).toBe("invalid_input");
});
