import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/core/src/**/*.test.ts"],
    isolate: false,
    exclude: ["**/*.property.test.ts", "**/node_modules/**"],
  },
});
