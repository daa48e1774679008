import { fileURLToPath } from "node:url";

/** Where the migrations of our tables are, and where the database records those that were applied. */
export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL("../store/migrations", import.meta.url)),
  migrationsSchema: "countersign_migrations",
  migrationsTable: "applied",
};
