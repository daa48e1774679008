import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importName, PACKAGE_NAMES } from "../walls/walls.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SETTINGS = [
  ".gitignore",
  "package.json",
  "biome*.json",
  "tsconfig*.json",
  "tools/meta/*.grit",
  "packages/core/package.json",
  "packages/core/tsconfig.json",
];

/** Path inside the copy, and text. */
export type Files = Readonly<Record<string, string>>;

/** A copy of the workspace's settings without its sources, for lint fixtures. */
export type ScratchCopy = {
  /** Runs a tool of the workspace inside the copy and returns its output. */
  run(tool: "biome" | "tsc", ...args: string[]): string;
  remove(): void;
};

export function makeScratchCopy(files: Files): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), "countersign-planted-"));
  for (const path of globSync(SETTINGS, { cwd: ROOT })) copy(path, folder);
  for (const name of PACKAGE_NAMES) ensurePackage(name, folder);
  linkLibraries(folder);
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  return {
    run: (tool, ...args) => runTool(tool, args, folder),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync(join(ROOT, path), join(folder, path));
}

/** Creates a stub of every package except core that declares the names used by the fixtures. */
function ensurePackage(name: string, folder: string): void {
  const file = join(folder, "packages", name, "package.json");
  if (existsSync(file)) return;
  const dependencies = {
    "graphile-worker": "*",
    "@countersign/api": "*",
    "@countersign/review": "*",
  };
  write(file, JSON.stringify({ name: importName(name), exports: "./src/index.ts", dependencies }));
}

/**
 * Links every library, but resolves our own packages to the copy: linking the whole folder would
 * lead back to the real sources.
 */
function linkLibraries(folder: string): void {
  const real = join(ROOT, "node_modules");
  const linked = join(folder, "node_modules");
  mkdirSync(join(linked, "@countersign"), { recursive: true });
  for (const entry of readdirSync(real)) {
    if (entry === "@countersign" || entry === importName("cli") || entry.startsWith(".")) continue;
    symlinkSync(join(real, entry), join(linked, entry));
  }
  for (const name of PACKAGE_NAMES) {
    symlinkSync(join(folder, "packages", name), join(linked, importName(name)));
  }
}

function runTool(tool: string, args: string[], folder: string): string {
  const result = spawnSync(join(ROOT, "node_modules", ".bin", tool), args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error) throw result.error;
  return result.stdout;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
