import { join } from "node:path";
import { expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";
import { createRepository } from "./create-repository.ts";

it("makes a repository that plain git finds in order", async () => {
  const { folder, git } = openMirrored();
  const path = join(folder, "new.git");

  await createRepository(
    path,
    [
      { name: "main", author: "ana", message: "Begin", files: { "a.txt": "one\n" } },
      { name: "work", from: "main", author: "codex", message: "Add", files: { "ü.txt": "zwei\n" } },
    ],
    { atSeconds: 1_700_000_000 },
  );

  expect(git("-C", path, "fsck", "--strict")).not.toContain("error");
  expect(git("-C", path, "log", "--format=%an %s", "work")).toBe("codex Add\nana Begin");
  expect(git("-C", path, "show", "work:ü.txt")).toBe("zwei");
});

it("touches no directory that is there already", async () => {
  const { repo } = openMirrored();

  await expect(createRepository(repo, [], { atSeconds: 0 })).rejects.toThrow("EEXIST");
});
