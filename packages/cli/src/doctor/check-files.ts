import { chmod, stat } from "node:fs/promises";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { type Diagnosis, reportFine } from "./diagnosis.ts";

const OTHERS = 0o077;
const PRIVATE = 0o600;

/** Checks that only the owner can read the credentials: any process that reads them can approve. */
export async function checkFiles({ env }: Pick<CommandContext, "env">): Promise<Diagnosis[]> {
  if (process.platform === "win32") return [];
  const { credentials, githubApp } = localFiles(env);
  return [
    ...(await checkMode("credentials", credentials)),
    ...(await checkMode("GitHub App", githubApp)),
  ];
}

/** Nothing if there is no such file. */
async function checkMode(about: string, file: string): Promise<Diagnosis[]> {
  const found = await stat(file).catch(() => null);
  if (found === null) return [];
  const mode = (found.mode & 0o777).toString(8);
  if ((found.mode & OTHERS) === 0) return [reportFine(about, `readable for you alone (${mode})`)];
  return [
    {
      level: "fail",
      about,
      says: `others may read ${file} (${mode})`,
      fix: `chmod 600 '${file}'`,
      async repair() {
        await chmod(file, PRIVATE);
        return `chmod 600 ${file}`;
      },
    },
  ];
}
