import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Bundled modules of the git adapter, for tests that run them in a process of its own. */
    gitModules: { mirror: string; filledLock: string };
  }
}

const ADAPTERS = fileURLToPath(new URL("../../../packages/adapters", import.meta.url));
let folder = "";

/** Bundles the modules once for a run: from their sources, each process would need seconds to load them. */
export async function setup(project: TestProject): Promise<void> {
  const installed = join(ADAPTERS, "node_modules");
  await mkdir(installed, { recursive: true });
  folder = await mkdtemp(join(installed, ".git-modules-"));
  const bundle = await rolldown({
    input: {
      mirror: join(ADAPTERS, "src/git/create-git-mirror.ts"),
      filledLock: join(ADAPTERS, "src/git/refs/filled-lock.ts"),
    },
    platform: "node",
    treeshake: { moduleSideEffects: false },
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("@countersign/"),
  });
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  const at = (name: string) => pathToFileURL(join(folder, `${name}.mjs`)).href;
  project.provide("gitModules", { mirror: at("mirror"), filledLock: at("filledLock") });
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
