import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { migrateDurable } from "../../packages/engine/src/durable/migrate-durable.ts";
import { MIGRATIONS } from "../../packages/engine/src/platform/migrations.ts";
import {
  APP_ROLE,
  ensureRole,
  grantRole,
} from "../../packages/engine/src/platform/postgres/roles.ts";
import { APP_LOGIN } from "../../packages/engine/src/platform/postgres/solo-access.ts";

type Journal = { entries: { idx: number }[] };

/** Brings an empty database to the schema that an older release had: up to this migration. */
export async function migrateUpTo(ownerUrl: string, last: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-older-"));
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await cp(MIGRATIONS.migrationsFolder, folder, { recursive: true });
    const file = join(folder, "meta", "_journal.json");
    const journal: Journal = JSON.parse(await readFile(file, "utf8"));
    const entries = journal.entries.filter(({ idx }) => idx <= last);
    await writeFile(file, JSON.stringify({ ...journal, entries }));
    await ensureRole(owner, APP_ROLE);
    await migrate(drizzle(owner), { ...MIGRATIONS, migrationsFolder: folder });
    await grantRole(owner, APP_ROLE, APP_LOGIN);
  } finally {
    await owner.end();
    await rm(folder, { recursive: true, force: true });
  }
  await migrateDurable(ownerUrl);
}
