import { defineConfig } from "vitest/config";

/** The agents' own programs, installed in this folder, against a model server on loopback. */
export default defineConfig({
  test: {
    name: "agents",
    root: import.meta.dirname,
    include: ["**/*.agent.test.ts"],
    globalSetup: ["../web/built-pages.ts", "../../packages/cli/src/testing/built-program.ts"],
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // Each test starts a program of hundreds of megabytes.
    fileParallelism: false,
  },
});
