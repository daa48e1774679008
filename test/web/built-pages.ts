import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const WEB = fileURLToPath(new URL("../../packages/web", import.meta.url));

/** Builds the pages, which the program's own build then copies, unless `PREBUILT` says that they are built. */
export async function setup(): Promise<void> {
  if (process.env.PREBUILT) return;
  await promisify(execFile)("npm", ["run", "build"], { cwd: WEB });
}
