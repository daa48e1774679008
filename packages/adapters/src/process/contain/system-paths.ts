import { lstat, readlink, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { javaSettings } from "./java-settings.ts";

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** What programs need to find libraries, certificates, names and the time. No accounts, no keys. */
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

/** Options that show the read-only part of the system. */
export async function systemOptions(): Promise<string[]> {
  const system = await Promise.all(SYSTEM.map(showSystem));
  const names = [...SETTINGS, ...(await javaSettings())];
  const settings = await Promise.all(names.map(showSetting));
  return [...system.flat(), ...settings.flat()];
}

/** Whether a folder can be seen in the sandbox: below the system's or another that is shown. */
export function isShown(folder: string, readable: readonly string[]): boolean {
  return [...SYSTEM, ...readable].some((shown) => `${folder}/`.startsWith(`${shown}/`));
}

async function showSystem(path: string): Promise<string[]> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return [];
  if (stats.isSymbolicLink()) return ["--symlink", await readlink(path), path];
  return ["--ro-bind", path, path];
}

/** A setting may be a link to a place that is not shown, so what it leads to is. */
async function showSetting(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => null);
  return real === null ? [] : [...parentOptions(path), "--ro-bind", real, path];
}

/** Shows a path read-only, where it is or elsewhere. */
export function showReadOnly(path: string, as: string = path): string[] {
  return [...parentOptions(as), "--ro-bind", path, as];
}

/** Parents that everybody may pass: left to itself the sandbox would close them to all but their maker. */
function parentOptions(path: string): string[] {
  const parents: string[] = [];
  for (let parent = dirname(path); parent !== dirname(parent); parent = dirname(parent)) {
    parents.unshift(parent);
  }
  return parents.flatMap((parent) => ["--perms", "0755", "--dir", parent]);
}

/** The Node that runs us: what to show of it, and the directory of its programs. */
export type OwnNode = { shown: string; programs: string };

/** Shows the whole installation, or the program alone where the installation contains a home directory. */
export async function findOwnNode(program: string = process.execPath): Promise<OwnNode> {
  const real = await realpath(program);
  const programs = dirname(real);
  const installation = dirname(programs);
  const isPrivate = installation === "/" || `${homedir()}/`.startsWith(`${installation}/`);
  return { shown: isPrivate ? real : installation, programs };
}
