import { randomBytes } from "node:crypto";
import { access, chmod, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Client } from "pg";
import { boundary } from "../boundary.ts";
import { matchProcess, PROCESS_NAME, processName } from "../processes/process-identity.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { freePort } from "./free-port.ts";
import { matchPostmaster, readPostmasterFile } from "./postmaster-file.ts";
import { runInitdb, startServer, stopServer } from "./server-programs.ts";
import { isRoot, letOthersPass, requireOpenParents } from "./server-user.ts";
import {
  APP_LOGIN,
  DATABASE,
  newAccess,
  ownerUrl,
  readAccess,
  type SoloAccess,
  WORKER_LOGIN,
  writeAccess,
} from "./solo-access.ts";
import { isServing } from "./solo-identity.ts";

/** Includes the major version, because another major version cannot read these files. */
const FOLDER = "postgres-18";

/** Returns true if a data directory contains a cluster. */
export async function hasCluster(dataDirectory: string): Promise<boolean> {
  return await exists(clusterDirectory(dataDirectory));
}

const inTheMaking = new Set<string>();

export function clusterDirectory(dataDirectory: string): string {
  return resolve(dataDirectory, FOLDER);
}

/**
 * Creates a cluster with our database, roles and secret, unless there is one.
 *
 * The cluster appears under its name atomically, so a crash never leaves half a cluster. If two processes
 * race, one wins and the other uses the winner's cluster.
 */
export async function ensureCluster(binaries: PostgresBinaries, cluster: string): Promise<void> {
  await clearDrafts(binaries, cluster, inTheMaking);
  if (await exists(cluster)) return;
  const draft = draftName(cluster, randomBytes(6).toString("hex"));
  inTheMaking.add(draft);
  await mkdir(dirname(cluster), { recursive: true, mode: isRoot() ? 0o755 : 0o700 });
  if (isRoot()) await letOthersPass(dirname(cluster));
  await mkdir(draft);
  await chmod(draft, isRoot() ? 0o711 : 0o700);
  try {
    if (isRoot()) await requireOpenParents(draft, dirname(binaries.initdb));
    boundary("solo.drafted");
    await fill(binaries, draft);
    boundary("solo.filled");
    await rename(draft, cluster);
    boundary("solo.made");
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(cluster))) throw error;
  } finally {
    inTheMaking.delete(draft);
  }
}

async function fill(binaries: PostgresBinaries, draft: string): Promise<void> {
  const fresh = newAccess(await freePort());
  await runInitdb(binaries, draft, fresh.ownerPassword);
  boundary("solo.initialised");
  await writeAccess(draft, fresh); // written before the server runs, so that a later start can identify it
  await startServer(binaries, draft, fresh.port);
  boundary("solo.draft_started");
  try {
    await furnish(fresh);
    boundary("solo.furnished");
  } finally {
    await stopServer(binaries, draft);
  }
}

async function furnish(fresh: SoloAccess): Promise<void> {
  const client = new Client({ connectionString: ownerUrl(fresh, "postgres") });
  await client.connect();
  try {
    await client.query("CREATE TABLE countersign_identity (secret text NOT NULL)");
    await client.query("INSERT INTO countersign_identity VALUES ($1)", [fresh.secret]);
    await createLogin(client, APP_LOGIN, fresh.appPassword);
    await createLogin(client, WORKER_LOGIN, fresh.workerPassword);
    await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function createLogin(client: Client, login: string, password: string): Promise<void> {
  await client.query(
    `CREATE ROLE ${login} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE
     PASSWORD ${client.escapeLiteral(password)}`,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Earlier releases named the process by its pid alone. */
const MAKER = new RegExp(`^(${PROCESS_NAME}|[0-9]{1,10})-[0-9a-f]{12}$`);

/** Names a cluster under construction after the process that creates it. */
function draftName(cluster: string, random: string): string {
  return `${cluster}.${processName()}-${random}`;
}

/**
 * Removes unfinished clusters whose creating process was killed, and stops their servers.
 *
 * If a server cannot prove that it belongs to the draft, it is left running and its directory is kept.
 */
async function clearDrafts(
  binaries: PostgresBinaries,
  cluster: string,
  ofThisProcess: ReadonlySet<string>,
): Promise<void> {
  const folder = dirname(cluster);
  const prefix = `${basename(cluster)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, maker] = (name.startsWith(prefix) && MAKER.exec(name.slice(prefix.length))) || [];
    if (maker === undefined) continue;
    const draft = join(folder, name);
    const isAtWork =
      maker === processName() ? ofThisProcess.has(draft) : await isMakerRunning(maker, draft);
    if (isAtWork || !(await endServer(binaries, draft))) continue;
    await rm(draft, { recursive: true, force: true }).catch(() => undefined); // the next start retries
  }
}

async function isMakerRunning(maker: string, draft: string): Promise<boolean> {
  const made = await stat(draft).catch(() => null);
  return matchProcess(maker, made?.mtimeMs) !== "gone";
}

/** Returns true when no server runs on the draft any more. */
async function endServer(binaries: PostgresBinaries, draft: string): Promise<boolean> {
  const file = await readPostmasterFile(draft);
  if (file === null || matchPostmaster(file) === "gone") return true;
  const access = await readAccess(draft).catch(() => null);
  if (access !== null && (await isServing(draft, { ...access, port: file.port }))) {
    await stopServer(binaries, draft);
    return true;
  }
  return matchPostmaster(file) === "other";
}
