import { expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";
import { stopInMerge } from "../testing/states-of-work.ts";

it("takes what is staged, and not what only lies there", async () => {
  const lab = openMirrored();
  lab.write("a.txt", "1\n");
  const head = lab.commit();
  lab.write("a.txt", "2\n");
  lab.write("new.txt", "n\n");
  lab.git("add", "--all");
  lab.write("a.txt", "3\n");
  lab.write("untracked.txt", "u\n");
  const { commit, tree } = await lab.mirror.staged(lab.repository, lab.repo);
  expect(tree).toBe(lab.git("write-tree"));
  const content = { repo: lab.repository.id, target: "main", base: head, head: commit, tree };
  const { entries } = await lab.mirror.readChange(content, []);
  expect(entries.map(({ path }) => path)).toEqual(["a.txt", "new.txt"]);
  const read = await lab.mirror.readFile(lab.repository.id, tree, "a.txt", 100);
  expect(Buffer.from(read?.bytes ?? []).toString()).toBe("2\n");
  expect(lab.git("status", "--porcelain")).toBe("MM a.txt\nA  new.txt\n?? untracked.txt");
});

it("gives the same commit for the same index, and HEAD where nothing is staged", async () => {
  const lab = openMirrored();
  lab.write("a.txt", "1\n");
  const head = lab.commit();
  expect((await lab.mirror.staged(lab.repository, lab.repo)).commit).toBe(head);
  lab.write("a.txt", "2\n");
  lab.git("add", "--all");
  const first = await lab.mirror.staged(lab.repository, lab.repo);
  expect(await lab.mirror.staged(lab.repository, lab.repo)).toEqual(first);
});

it("refuses an index in the middle of a merge", async () => {
  const lab = openMirrored();
  stopInMerge(lab);
  expect(await refusalCode(lab.mirror.staged(lab.repository, lab.repo))).toBe("invalid_input");
});

it("refuses an index that is none", async () => {
  const lab = openMirrored();
  lab.write("a.txt", "1\n");
  lab.commit();
  lab.write(".git/index", "garbage");
  expect(await refusalCode(lab.mirror.staged(lab.repository, lab.repo))).toBe("invalid_input");
});
