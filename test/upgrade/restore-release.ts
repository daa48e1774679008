import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Task } from "@countersign/core";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import type { UnfinishedJob } from "../../packages/engine/src/backup/backup-format.ts";
import { WORKER_ROLE } from "../../packages/engine/src/platform/postgres/roles.ts";
import { migrateUpTo } from "./older-database.ts";

/**
 * What release 0.1.0 left behind, written by its own engine on real git and PostgreSQL and never since:
 * `backup.jsonl` is its backup, `tasks.jsonl` its projections, `files.tar.gz` its two repositories and
 * its data directory (mirrors, seals and the key that signed them).
 */
const RELEASE = new URL("./v0.1.0/", import.meta.url);
/** The last migration of that release. */
const LAST_MIGRATION = 8;
const REPOSITORIES = ["shop", "later"] as const;

export const BACKUP = fileURLToPath(new URL("backup.jsonl", RELEASE));

type TableRow = { table: string; row: object };

/** The release's installation: a database at its schema, not yet upgraded, and the files beside it. */
export type Release = {
  ownerUrl: string;
  databaseUrl: string;
  workerUrl: string;
  /** Holds `data` and the repositories `shop` and `later`. */
  folder: string;
  /** The tasks as that release last projected them. */
  tasks: readonly Task[];
  /** Its unfinished jobs, which wait in the queue. */
  jobs: readonly UnfinishedJob[];
};

export async function restoreRelease(): Promise<Release> {
  const urls = await createEmptyDatabase();
  await migrateUpTo(urls.ownerUrl, LAST_MIGRATION);
  const lines = (await readLines("backup.jsonl")).slice(1, -1);
  const projected = await readLines("tasks.jsonl");
  const folder = unpackFiles();
  const owner = await connectOwner(urls);
  try {
    for (const line of lines) if (isRow(line)) await insert(owner, line);
    for (const row of projected) await insert(owner, { table: "tasks", row });
    await moveRepositories(owner, folder);
    const workerUrl = await createWorker(owner, urls.ownerUrl);
    const tasks = await owner.query<{ body: Task }>("SELECT body FROM countersign.tasks");
    const jobs = lines.flatMap((line) => (isJob(line) ? [line.job] : []));
    return { ...urls, workerUrl, folder, tasks: tasks.rows.map(({ body }) => body), jobs };
  } finally {
    await owner.end();
  }
}

export async function connectOwner({ ownerUrl }: Pick<Release, "ownerUrl">): Promise<Client> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return owner;
}

/** The files of the release in a folder that is removed when the test file ends. */
export function unpackFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-release-"));
  chmodSync(folder, 0o755);
  const archive = fileURLToPath(new URL("files.tar.gz", RELEASE));
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--no-same-owner"]);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The repositories lie elsewhere on this machine; everything else is as it was. */
export async function moveRepositories(owner: Pick<Client, "query">, folder: string) {
  for (const id of REPOSITORIES)
    await owner.query("UPDATE countersign.repositories SET path = $2 WHERE id = $1", [
      id,
      join(folder, id),
    ]);
}

async function createEmptyDatabase(): Promise<{ ownerUrl: string; databaseUrl: string }> {
  const name = `release_${randomBytes(6).toString("hex")}`;
  const { ownerUrl, appUrl } = inject("postgres");
  const admin = new Client({ connectionString: ownerUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.end();
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { ownerUrl: at(ownerUrl), databaseUrl: at(appUrl) };
}

async function createWorker(owner: Client, ownerUrl: string): Promise<string> {
  const login = `worker_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await owner.query(
    `CREATE ROLE ${login} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}';
     GRANT ${WORKER_ROLE} TO ${login}`,
  );
  return Object.assign(new URL(ownerUrl), { username: login, password }).href;
}

async function insert(owner: Client, { table, row }: TableRow): Promise<void> {
  const columns = Object.keys(row).map((column) => owner.escapeIdentifier(column));
  const into = `countersign.${owner.escapeIdentifier(table)}`;
  await owner.query(
    `INSERT INTO ${into} (${columns.join(", ")})
     SELECT ${columns.join(", ")} FROM jsonb_populate_record(NULL::${into}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

async function readLines(name: string): Promise<object[]> {
  const text = await readFile(new URL(name, RELEASE), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function isRow(line: object): line is TableRow {
  return "table" in line;
}

function isJob(line: object): line is { job: UnfinishedJob } {
  return "job" in line;
}
