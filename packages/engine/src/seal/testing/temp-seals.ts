import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createFileSeals } from "../file-seals.ts";
import type { SealDeps } from "../seal-once.ts";

/** Key and copy in a temporary directory that is removed after the test file. */
export function tempSeals(): Pick<SealDeps, "signer" | "copy"> & { directory: string } {
  const directory = mkdtempSync(join(tmpdir(), "countersign-seals-"));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return { ...createFileSeals(directory), directory: join(directory, "seals") };
}
