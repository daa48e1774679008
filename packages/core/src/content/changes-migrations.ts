import type { Facts } from "./schema.ts";

const MIGRATIONS: readonly RegExp[] = [
  /(?:^|\/)(?:migrations?|alembic\/versions|db\/migrate|flyway|liquibase)\//i,
  /(?:^|\/)[VUR](?:[0-9][0-9._]{0,40})?__[^/]{1,200}\.(?:sql|java|kt)$/,
  /(?:^|\/)db\/(?:schema\.rb|structure\.sql)$/,
  /(?:^|\/)schema\.prisma$/,
];

const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;

/** Tells whether a database migration changed, by the folders and names that the usual tools prescribe. */
export function changesMigrations(facts: Pick<Facts, "files">): boolean {
  return facts.files.some(({ path, oldPath }) => isMigration(path) || isMigration(oldPath ?? ""));
}

export function isMigration(path: string): boolean {
  return !PROSE.test(path) && MIGRATIONS.some((pattern) => pattern.test(path));
}
