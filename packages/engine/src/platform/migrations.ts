import { fileURLToPath } from "node:url";

/** Where our migrations are, and where the database records the applied ones. */
export const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL("../store/migrations", import.meta.url)),
  migrationsSchema: "countersign_migrations",
  migrationsTable: "applied",
};
