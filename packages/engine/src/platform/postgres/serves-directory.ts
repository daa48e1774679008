import { randomBytes } from "node:crypto";
import { realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";

/**
 * Checks that the server behind a connection uses this data directory, by asking whether it sees a file that
 * we just created there.
 *
 * The path that the server reports is the one it was started with, which may contain links or may have been
 * moved. A copy of the directory does not contain the new file. If no file can be created, as on a full disk,
 * resolved paths are compared instead.
 */
export async function servesDirectory(client: Client, data: string): Promise<boolean> {
  const name = `countersign-${randomBytes(12).toString("hex")}`;
  const file = join(data, name);
  const isMade = await writeFile(file, "", { flag: "wx" }).then(
    () => true,
    () => false,
  );
  if (!isMade) return await isSamePath(client, data);
  try {
    const { rows } = await client.query("SELECT FROM pg_stat_file($1, true) WHERE isdir = false", [
      name,
    ]);
    return rows.length === 1;
  } finally {
    await rm(file, { force: true });
  }
}

async function isSamePath(client: Client, data: string): Promise<boolean> {
  const { rows } = await client.query<{ data: string }>(
    "SELECT current_setting('data_directory') AS data",
  );
  const [theirs, ours] = await Promise.all(
    [rows[0]?.data ?? "", data].map((path) => realpath(path).catch(() => null)),
  );
  return theirs !== null && theirs === ours;
}
