import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readShown, writeShown } from "./shown-file.ts";
import { unseenNotices } from "./shown-memory.ts";

const LINES = [
  { id: "shop", notice: "Merges follow git" },
  { id: "later", notice: null },
];

it("a notice of a repository is shown to each person once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-shown-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const before = await readShown(directory, "local ana");
  const fresh = unseenNotices(LINES, before.notices);
  expect(fresh).toEqual([{ id: "shop", notice: "Merges follow git" }]);
  await writeShown(directory, "local ana", { ...before, notices: fresh.map(({ id }) => id) });

  const after = await readShown(directory, "local ana");
  expect(unseenNotices(LINES, after.notices)).toEqual([]);
  expect(unseenNotices(LINES, (await readShown(directory, "local ben")).notices)).toHaveLength(1);
});
