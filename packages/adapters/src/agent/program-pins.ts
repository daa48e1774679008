import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type FoundProgram, findProgram } from "./find-program.ts";

/** A program that the engine's owner confirmed: its real path and the SHA-256 of the file. */
export type ProgramPin = { path: string; sha256: string };

/** The confirmed programs, by the name or path that a reviewer declares. */
export type ReadPins = () => Promise<Readonly<Record<string, ProgramPin>>>;

/** Directories of the system and its package managers. A program must be in one of them. */
const PROGRAM_PLACES =
  "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/home/linuxbrew/.linuxbrew/bin";

export type ConfirmedProgram =
  | { ok: true; program: FoundProgram }
  | { ok: false; why: "missing" | "changed" | "unconfirmed"; path: string | null };

/** Finds the program that the owner confirmed. Refuses it if the file has changed since. */
export async function findConfirmed(name: string, pins: ReadPins): Promise<ConfirmedProgram> {
  const pin = Object.entries(await pins()).find(([pinned]) => pinned === name)?.[1];
  if (pin === undefined) return await findInstalled(name);
  const program = await findProgram(pin.path);
  if (program === null) return { ok: false, why: "missing", path: pin.path };
  const isSame = program.path === pin.path && (await digestProgram(pin.path)) === pin.sha256;
  return isSame ? { ok: true, program } : { ok: false, why: "changed", path: pin.path };
}

async function findInstalled(name: string): Promise<ConfirmedProgram> {
  const places = PROGRAM_PLACES.split(":");
  if (name.startsWith("/") && !places.some((place) => name.startsWith(`${place}/`))) {
    return { ok: false, why: "unconfirmed", path: name };
  }
  const program = await findProgram(name, PROGRAM_PLACES);
  return program === null ? { ok: false, why: "missing", path: null } : { ok: true, program };
}

/** Pins a program in its current state; null if it is missing. */
export async function pinProgram(name: string, searchPath: string): Promise<ProgramPin | null> {
  const program = await findProgram(name, searchPath);
  if (program === null) return null;
  return { path: program.path, sha256: await digestProgram(program.path) };
}

const known = new Map<string, string>();

/** Returns the SHA-256 of a file. Reads it again only if the file has changed. */
async function digestProgram(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const key = [path, ino, size, mtimeNs, ctimeNs].join("\n");
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  const digest = hash.digest("hex");
  known.set(key, digest);
  return digest;
}
