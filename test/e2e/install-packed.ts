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

export async function installPacked(): Promise<Packed> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "countersign-packed-")));
  await chmod(home, 0o755);
  await run("npm", ["run", "build"], { cwd: CLI });
  await run("npm", ["pack", "--pack-destination", home], { cwd: CLI });
  const [tarball = ""] = (await readdir(home)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(home, "package.json"), '{ "private": true }\n');
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`];
  await run("npm", install, { cwd: home });
  return {
    home,
    program: join(home, "node_modules", "countersign", "dist", "main.mjs"),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
