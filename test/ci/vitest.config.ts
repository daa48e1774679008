import { defineConfig } from "vitest/config";

/** The files for CI systems and git hooks, run by the real programs or as a runner would run them. */
export default defineConfig({
  test: {
    name: "ci",
    root: import.meta.dirname,
    include: ["**/*.ci.test.ts"],
    globalSetup: ["../e2e/packed-tarball.ts"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
