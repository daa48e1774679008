import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";

const MIGRATIONS = fileURLToPath(new URL("../engine/src/store/migrations", import.meta.url));
const LICENCE = fileURLToPath(new URL("../../LICENSE", import.meta.url));

/** One package for users: what is ours in one bundle, what is others' beside it as dependencies. */
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  platform: "node",
  target: "node22.18",
  dts: false,
  clean: true,
  // Drizzle's manifest is so large that Node spends over a second on it, file by file: it comes inside.
  deps: { alwaysBundle: [/^@countersign\//, /^drizzle-orm(?:\/|$)/], onlyBundle: ["drizzle-orm"] },
  // Commands are chunks of their own, so that each start loads only what it needs.
  treeshake: { moduleSideEffects: false },
  outputOptions: { chunkFileNames: "chunks/[name]-[hash].mjs" },
  hooks: {
    // The engine looks for them at ../store/migrations, seen from its chunk.
    "build:done": async ({ options }) => {
      await cp(MIGRATIONS, join(options.outDir, "store", "migrations"), { recursive: true });
      await cp(LICENCE, join(options.outDir, "LICENSE"));
    },
  },
});
