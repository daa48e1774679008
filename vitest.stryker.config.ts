import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/core/src/**/*.test.ts"],
    exclude: ["**/*.property.test.ts", "**/node_modules/**"],
  },
});
