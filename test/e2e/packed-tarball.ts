import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { emptyHome, packInto } from "./install-packed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it would be published, packed once for the whole run. */
    tarball: string;
  }
}

let folder = "";

export async function setup(project: TestProject): Promise<void> {
  folder = await emptyHome();
  project.provide("tarball", await packInto(folder));
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
