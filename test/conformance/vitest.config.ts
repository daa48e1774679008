import { defineConfig } from "vitest/config";

/** The protocol's own tools, installed in this folder, against our server. */
export default defineConfig({
  test: {
    name: "conformance",
    root: import.meta.dirname,
    include: ["**/*.conformance.test.ts"],
    globalSetup: ["../../packages/cli/src/testing/built-program.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
