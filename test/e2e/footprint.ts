import { execFile } from "node:child_process";
import { lstat, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MB = 1_000_000;

/** What an installation costs a user, in megabytes of 10^6 bytes. */
export type Footprint = { packages: readonly string[]; downloadMb: number; installedMb: number };

/** Measures an installation by npm: the packages it names in its own list, as they were downloaded and unpacked. */
export async function footprint(home: string, tarball: string): Promise<Footprint> {
  const modules = join(home, "node_modules");
  const list = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
  const installed = Object.entries<{ version: string }>(list.packages);
  const packages = installed.map(([path]) => path.replace(/^.*node_modules\//, ""));
  let bytes = (await stat(tarball)).size;
  for (const [index, name] of packages.entries())
    if (name !== "countersign") bytes += await downloadBytes(name, installed[index]?.[1].version);
  return {
    packages,
    downloadMb: bytes / MB,
    installedMb: (await bytesBelow(modules)) / MB,
  };
}

export function footprintLine(label: string, size: Footprint): string {
  const { packages, downloadMb, installedMb } = size;
  return `${label}: ${packages.length} packages, ${downloadMb.toFixed(1)} MB download, ${installedMb.toFixed(1)} MB installed\n`;
}

async function downloadBytes(name: string, version = "latest"): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-download-"));
  try {
    const spec = `${name}@${version}`;
    await run("npm", ["pack", spec, "--prefer-offline", "--pack-destination", folder]);
    const [file = ""] = await readdir(folder);
    return (await stat(join(folder, file))).size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
