import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    attachmentsDir: "reports/attachments",
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/*.property.test.ts", "**/node_modules/**"],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "property",
          provide: { scale: process.env.DEEP ? 10 : 1 },
          include: ["packages/*/src/**/*.property.test.ts"],
          testTimeout: 3_600_000,
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["packages/core/src/**/*.ts"],
      exclude: ["**/*.test.ts", "packages/core/src/testing/**"],
      reporter: ["text-summary", "json"],
      thresholds: { "packages/core/src/{decision,task,plan}/**": { branches: 100 } },
    },
  },
});
