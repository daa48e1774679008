import { defineConfig } from "vitest/config";
import { OTHER_VALUES } from "./other-values.ts";

const { IGNORED_KEY = "", KEY_TEST = "" } = process.env;

const SERVERS = "./packages/engine/src/testing/embedded-server.ts";
const PROGRAM = "./packages/cli/src/testing/built-program.ts";
const needsDatabase = /\.(?:db|attack)\.test\.ts$/.test(KEY_TEST);

const HELPER = new URL("without-key.ts", import.meta.url).pathname;

/** Runs one test file whose policies lack one key. */
export default defineConfig({
  plugins: [
    {
      name: "ignore-key",
      enforce: "pre",
      transform(code, id) {
        if (IGNORED_KEY === "" || !id.endsWith("/core/src/policy/load/load-policy.ts")) return null;
        const key = JSON.stringify(IGNORED_KEY.split("."));
        const other = JSON.stringify(OTHER_VALUES[IGNORED_KEY]);
        const changed = code
          .replace("plainData(raw)", `plainData(withoutKey(raw, ${key}, ${other}))`)
          .replace("plainData(rawBase)", `plainData(withoutKey(rawBase, ${key}, ${other}))`);
        if (changed === code) throw new Error("Policies are read in another way now");
        return `import { withoutKey } from ${JSON.stringify(HELPER)};\n${changed}`;
      },
    },
  ],
  test: {
    // The transformed file differs from key to key.
    fsModuleCache: false,
    isolate: false,
    include: [KEY_TEST],
    globalSetup: needsDatabase ? [SERVERS, PROGRAM] : [],
    provide: { scale: 0.05, races: 10, attempts: 100 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
