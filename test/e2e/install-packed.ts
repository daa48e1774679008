import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder of the package that is published. */
export const CLI = fileURLToPath(new URL("../../packages/cli", import.meta.url));

/** The package as it would be published, installed where nothing else is. */
export type Packed = {
  home: string;
  program: string;
  remove(): Promise<void>;
};

/** A program that installs a packed file into the folder in which it runs. */
export type Installer = (tarball: string) => readonly [program: string, ...args: string[]];

const QUICK = ["--no-audit", "--no-fund", "--prefer-offline"];

/** `version` is the one of npm; left out: the one of this machine. */
export function npm(version: string | null, ...flags: string[]): Installer {
  const [program, ...args] = version === null ? ["npm"] : ["npx", "--yes", `npm@${version}`];
  return (tarball) => [program, ...args, "install", ...QUICK, ...flags, tarball];
}

/** Without the flag pnpm 12 installs everything, and then fails over an optional script that it did not run. */
export function pnpm(version: string): Installer {
  const words = ["--yes", `pnpm@${version}`, "add", "--prefer-offline", "--ignore-scripts"];
  return (tarball) => ["npx", ...words, tarball];
}

/** Builds the package, unless it is `PREBUILT`, and packs it as it would be published; answers with the file. */
export async function packInto(folder: string): Promise<string> {
  if (!process.env.PREBUILT) await run("npm", ["run", "build"], { cwd: CLI });
  await run("npm", ["pack", "--pack-destination", folder], { cwd: CLI });
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  return join(folder, tarball);
}

export async function installPacked(installer: Installer, tarball: string): Promise<Packed> {
  const home = await emptyHome();
  await writeFile(join(home, "package.json"), '{ "private": true }\n');
  const [program, ...args] = installer(tarball);
  await run(program, args, { cwd: home });
  return {
    home,
    program: join(home, "node_modules", "countersign", "dist", "main.mjs"),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

/** A folder in which nothing is, open to the database's own user when root runs the tests. */
export async function emptyHome(): Promise<string> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "countersign-packed-")));
  await chmod(home, 0o755);
  return home;
}
