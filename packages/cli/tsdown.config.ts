import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "tsdown";
import { claudeAgents } from "./src/plugin/claude-agents.ts";

const MIGRATIONS = fileURLToPath(new URL("../engine/src/store/migrations", import.meta.url));
const HIGHLIGHT_WORKER = "../tui/src/highlight/highlight-worker.ts";
const PLUGIN = fileURLToPath(new URL("plugin", import.meta.url));
const LICENCE = fileURLToPath(new URL("../../LICENSE", import.meta.url));

const OURS: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node22.18",
  dts: false,
  treeshake: { moduleSideEffects: false },
};

/** What agents' hosts wait for is one file: to find and link twenty takes longer than all that a hook does. */
const HOOK: UserConfig = {
  ...OURS,
  entry: { hook: "src/hook/hook-command.ts" },
  clean: false,
  deps: { alwaysBundle: [/^@countersign\//] },
  outputOptions: { codeSplitting: false },
};

/** One package for users: what is ours in one bundle, what is others' beside it as dependencies. */
const PROGRAM: UserConfig = {
  ...OURS,
  // The thread that highlights code lies beside the chunk that starts it.
  entry: { main: "src/main.ts", "chunks/highlight-worker": HIGHLIGHT_WORKER },
  clean: true,
  plugins: [
    {
      name: "hook-beside-main",
      resolveId: (id) =>
        id === "./hook/hook-command.ts" ? { id: "./hook.mjs", external: true } : null,
    },
  ],
  // Drizzle's manifest is so large that Node spends over a second on it, file by file: it comes inside.
  deps: { alwaysBundle: [/^@countersign\//, /^drizzle-orm(?:\/|$)/], onlyBundle: ["drizzle-orm"] },
  // Commands are chunks of their own, so that each start loads only what it needs.
  outputOptions: { chunkFileNames: "chunks/[name]-[hash].mjs" },
  hooks: {
    // The engine looks for them at ../store/migrations, seen from its chunk.
    "build:done": async ({ options }) => {
      await cp(MIGRATIONS, join(options.outDir, "store", "migrations"), { recursive: true });
      await cp(LICENCE, join(options.outDir, "LICENSE"));
      await copyPlugin(join(options.outDir, "plugin"));
    },
  },
};

export default defineConfig([PROGRAM, HOOK]);

/** The plugin for Claude Code: the skills as they are written, and the shipped reviewers as agents. */
async function copyPlugin(folder: string): Promise<void> {
  await cp(PLUGIN, folder, { recursive: true });
  await mkdir(join(folder, "agents"));
  for (const [name, text] of claudeAgents()) await writeFile(join(folder, "agents", name), text);
}
