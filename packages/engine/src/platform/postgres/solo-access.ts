import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { boundary } from "../boundary.ts";

/** How to reach and recognise our own server. Only the file's owner may read it. */
const SoloAccess = z.strictObject({
  port: z.int().min(1).max(65_535),
  ownerPassword: z.string().min(32),
  appPassword: z.string().min(32),
  workerPassword: z.string().min(32),
  /** Also stored in a row on the server. A server that cannot show it is not ours. */
  secret: z.string().min(32),
});
export type SoloAccess = z.infer<typeof SoloAccess>;

export const OWNER = "countersign_owner";
export const APP_LOGIN = "countersign";
export const WORKER_LOGIN = "countersign_queue";
export const DATABASE = "countersign";
const FILE = "access.json";

export function newAccess(port: number): SoloAccess {
  const secret = () => randomBytes(24).toString("base64url");
  return {
    port,
    ownerPassword: secret(),
    appPassword: secret(),
    workerPassword: secret(),
    secret: secret(),
  };
}

export async function readAccess(directory: string): Promise<SoloAccess> {
  return SoloAccess.parse(JSON.parse(await readFile(join(directory, FILE), "utf8")));
}

/** Replaces the file atomically, so that a crash leaves either the old or the new one. */
export async function writeAccess(directory: string, access: SoloAccess): Promise<void> {
  const file = join(directory, FILE);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  boundary("solo.access_drafted");
  await rename(draft, file);
}

export function ownerUrl({ port, ownerPassword }: SoloAccess, database = DATABASE): string {
  return `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/${database}`;
}

export function appUrl({ port, appPassword }: SoloAccess): string {
  return `postgres://${APP_LOGIN}:${appPassword}@127.0.0.1:${port}/${DATABASE}`;
}

export function workerUrl({ port, workerPassword }: SoloAccess): string {
  return `postgres://${WORKER_LOGIN}:${workerPassword}@127.0.0.1:${port}/${DATABASE}`;
}
