import { spawn } from "node:child_process";
import { chown, mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { PostgresBinaries } from "./binaries.ts";
import { type ServerUser, serverUser } from "./server-user.ts";
import { OWNER } from "./solo-access.ts";

const LOG_SHOWN = 2_000;
const MAX_OUTPUT = 100_000;
const START_SECONDS = "60";

/** Loopback only, no sockets in shared folders, and no passwords over the wire. */
const SERVER_SETTINGS = ["listen_addresses=127.0.0.1", "password_encryption=scram-sha-256"];

/** Paths that fit into the address of a socket, and that a shell reads as one word. */
const SOCKET_FOLDER = /^\/[\w./-]{1,80}$/;

export function pgData(cluster: string): string {
  return join(cluster, "data");
}

/** Creates the files of an empty cluster whose only role is the owner. */
export async function runInitdb(
  { initdb }: PostgresBinaries,
  cluster: string,
  password: string,
): Promise<void> {
  const user = await serverUser();
  const passwordFile = join(cluster, "owner-password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
  await mkdir(pgData(cluster), { mode: 0o700 });
  if (user !== undefined) {
    await chown(passwordFile, user.uid, user.gid);
    await chown(pgData(cluster), user.uid, user.gid);
  }
  const flags = [
    `--pgdata=${pgData(cluster)}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
  ];
  await run(initdb, flags, user).finally(() => rm(passwordFile));
}

export async function startServer(
  { pgCtl }: PostgresBinaries,
  cluster: string,
  port: number,
): Promise<void> {
  const user = await serverUser();
  const settings = [
    ...SERVER_SETTINGS,
    `unix_socket_directories=${await openSockets(cluster, user)}`,
  ];
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
  const log = join(pgData(cluster), "server.log");
  const before = await fileSize(log);
  const flags = ["-D", pgData(cluster), "-l", log, "-w", "-t", START_SECONDS, "-o", options];
  await run(pgCtl, ["start", ...flags], user).catch(async (error) => {
    const said = await readTail(log, before);
    throw new CountersignError("unreachable", `Postgres did not start: ${said}`, { cause: error });
  });
}

/** Returns the folder of a server's socket. A connection over it costs about a third less than over TCP. */
export function socketFolder(cluster: string): string {
  return join(cluster, "socket");
}

/** Creates the folder of the socket. Returns an empty text if its path is unsuitable, and removes what is there. */
async function openSockets(cluster: string, user: ServerUser | undefined): Promise<string> {
  const folder = socketFolder(cluster);
  if (!SOCKET_FOLDER.test(folder)) {
    await rm(folder, { recursive: true, force: true });
    return "";
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/** Ends open transactions and waits until all data is on disk. */
export async function stopServer({ pgCtl }: PostgresBinaries, cluster: string): Promise<void> {
  await run(pgCtl, ["stop", "-D", pgData(cluster), "-m", "fast", "-w"], await serverUser());
}

function run(
  program: string,
  flags: readonly string[],
  user: ServerUser | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, flags, {
      ...user,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-MAX_OUTPUT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${output}`)),
    );
  });
}

async function fileSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function readTail(file: string, from: number): Promise<string> {
  const end = await fileSize(file);
  if (end === 0) return "it wrote no log";
  const handle = await open(file);
  try {
    const start = Math.max(from, end - LOG_SHOWN);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(LOG_SHOWN),
      position: start,
    });
    return buffer.toString("utf8", 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}
