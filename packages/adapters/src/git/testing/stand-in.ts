import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { onTestFinished } from "vitest";
import type { GitSettings } from "../program/git-settings.ts";

/** A stand-in for git: a script, so that we see what a process of ours gets. */
export function standInGit(
  script: string,
  timeoutMs = 10_000,
): { folder: string; settings: GitSettings } {
  const folder = mkdtempSync(join(tmpdir(), "countersign-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const binary = join(folder, "git");
  writeFileSync(binary, `#!/bin/sh\n${script}\n`);
  chmodSync(binary, 0o755);
  return { folder, settings: { binary, home: folder, timeoutMs } };
}

export async function failure(work: Promise<unknown>): Promise<CountersignError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CountersignError) return error;
  throw new Error("it did not fail as expected");
}
