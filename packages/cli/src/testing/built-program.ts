import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The built program, the same for the whole run. */
    program: string;
  }
}

const CLI = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(CLI, "node_modules", `.built-${randomBytes(6).toString("hex")}`);

/**
 * Builds the program, without the library, once for all tests of a run, where its dependencies are found.
 * With `PREBUILT` the tests run what `npm run build` has left in `dist`.
 */
export async function setup(project: TestProject): Promise<void> {
  if (process.env.PREBUILT) return project.provide("program", join(CLI, "dist", "main.mjs"));
  const tsdown = join(dirname(createRequire(import.meta.url).resolve("tsdown")), "run.mjs");
  const args = [tsdown, "--out-dir", folder, "--filter", "program", "--log-level", "error"];
  await promisify(execFile)(process.execPath, args, { cwd: CLI });
  project.provide("program", join(folder, "main.mjs"));
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
