import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createPrivateFile } from "./create-private-file.ts";

it("writes a file for its owner alone, and never over another one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-write-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "log.jsonl");
  expect(await createPrivateFile(path, "one\n")).toBe(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(createPrivateFile(path, "two\n")).rejects.toThrow(`${path} is there already`);
  expect(await readFile(path, "utf8")).toBe("one\n");
  await expect(createPrivateFile(join(folder, "no", "such.jsonl"), "x")).rejects.toThrow("ENOENT");
});
