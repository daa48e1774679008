import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/store/schema/columns.ts",
    "./src/store/schema/forge-schema.ts",
    "./src/store/schema/key-schema.ts",
    "./src/store/schema/notification-schema.ts",
    "./src/store/schema/outcome-schema.ts",
    "./src/store/schema/proof-schema.ts",
    "./src/store/schema/reading-schema.ts",
    "./src/store/schema/reviewer-schema.ts",
    "./src/store/schema/schema.ts",
    "./src/store/schema/seal-schema.ts",
    "./src/store/schema/sign-in-schema.ts",
    "./src/store/schema/sprint-schema.ts",
    "./src/store/schema/target-schema.ts",
    "./src/store/schema/trust-schema.ts",
  ],
  out: "./src/store/migrations",
});
