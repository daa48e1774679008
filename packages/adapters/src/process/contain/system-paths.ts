import { lstat, readlink, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { javaSettings } from "./java-settings.ts";

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * Settings that programs need for libraries, certificates, names and the time. No accounts, no
 * keys.
 */
const SETTINGS = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/nsswitch.conf",
  "/etc/os-release",
  "/etc/pki/tls/certs",
  "/etc/services",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
];

/** Returns the options that mount the read-only part of the system. */
export async function systemOptions(): Promise<string[]> {
  const system = await Promise.all(SYSTEM.map(showSystem));
  const names = [...SETTINGS, ...(await javaSettings())];
  const settings = await Promise.all(names.map(showSetting));
  return [...system.flat(), ...settings.flat()];
}

/** Returns true if a folder is visible in the sandbox. */
export function isShown(folder: string, readable: readonly string[]): boolean {
  return [...SYSTEM, ...readable].some((shown) => `${folder}/`.startsWith(`${shown}/`));
}

async function showSystem(path: string): Promise<string[]> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return [];
  if (stats.isSymbolicLink()) return ["--symlink", await readlink(path), path];
  return ["--ro-bind", path, path];
}

/** Mounts a setting. If it is a link, mounts its target. */
async function showSetting(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => null);
  return real === null ? [] : [...parentOptions(path), "--ro-bind", real, path];
}

/** Mounts a path read-only, at the same path or another. */
export function showReadOnly(path: string, as: string = path): string[] {
  return [...parentOptions(as), "--ro-bind", path, as];
}

/**
 * Makes the parents of a path accessible to all users; the sandbox creates them for their owner
 * only.
 */
function parentOptions(path: string): string[] {
  const parents: string[] = [];
  for (let parent = dirname(path); parent !== dirname(parent); parent = dirname(parent)) {
    parents.unshift(parent);
  }
  return parents.flatMap((parent) => ["--perms", "0755", "--dir", parent]);
}

/** Our own Node: the directory to mount, and the directory of its programs. */
export type OwnNode = { shown: string; programs: string };

/**
 * Returns the whole installation, or the program alone if the installation contains a home
 * directory.
 */
export async function findOwnNode(program: string = process.execPath): Promise<OwnNode> {
  const real = await realpath(program);
  const programs = dirname(real);
  const installation = dirname(programs);
  const isPrivate = installation === "/" || `${homedir()}/`.startsWith(`${installation}/`);
  return { shown: isPrivate ? real : installation, programs };
}
