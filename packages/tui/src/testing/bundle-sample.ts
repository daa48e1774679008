import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { TestProject } from "vitest/node";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(PACKAGE, "node_modules", `.sample-${randomBytes(6).toString("hex")}`);

/** Bundles the sample program once for all tests, in a folder from which its dependencies resolve. */
export async function setup(project: TestProject): Promise<void> {
  const bundle = await rolldown({
    input: {
      sample: fileURLToPath(new URL("sample-program.ts", import.meta.url)),
      "highlight-worker": fileURLToPath(
        new URL("../highlight/highlight-worker.ts", import.meta.url),
      ),
    },
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("@countersign/"),
  });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  project.provide("sampleProgram", join(folder, "sample.mjs"));
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
