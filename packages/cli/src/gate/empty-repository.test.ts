import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tell } from "../testing/in-process.ts";

it("asks for a first commit in a repository without one", async () => {
  const directory = await mkdtemp(join(tmpdir(), "countersign-empty-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  execFileSync("git", ["init", "--quiet", directory], { env: { PATH: process.env.PATH } });
  const env = { HOME: directory, PATH: process.env.PATH ?? "", XDG_DATA_HOME: directory };

  const { code, err } = await tell(["gate"], { directory, env, program: "countersign" });

  expect(code).not.toBe(0);
  expect(err).toContain("committed");
  expect(err).toContain("git commit");
  expect(err).not.toContain("task list");
});
