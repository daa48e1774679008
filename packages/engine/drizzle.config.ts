import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/store/columns.ts",
    "./src/store/notification-schema.ts",
    "./src/store/reviewer-schema.ts",
    "./src/store/schema.ts",
    "./src/store/seal-schema.ts",
    "./src/store/sprint-schema.ts",
  ],
  out: "./src/store/migrations",
});
