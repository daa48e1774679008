import { randomBytes } from "node:crypto";
import { realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";

/**
 * Whether the server behind a connection works in a data directory: it sees a file that was just made there.
 *
 * Its own answer is the path that it was started with, which may lead through links or be gone because the
 * folder was moved. A copy of the folder has the same files but this one. Where no file can be made, as on a
 * full disk, resolved paths are compared.
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
