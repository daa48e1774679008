import { chmod, stat } from "node:fs/promises";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { type Diagnosis, reportFine } from "./diagnosis.ts";

const OTHERS = 0o077;
const PRIVATE = 0o600;

/** Checks that only the owner can read the credentials: any process that reads them can approve. */
export async function checkFiles({ env }: Pick<CommandContext, "env">): Promise<Diagnosis[]> {
  if (process.platform === "win32") return [];
  const { credentials } = localFiles(env);
  const found = await stat(credentials).catch(() => null);
  if (found === null) return [];
  const mode = (found.mode & 0o777).toString(8);
  if ((found.mode & OTHERS) === 0)
    return [reportFine("credentials", `readable for you alone (${mode})`)];
  return [
    {
      level: "fail",
      about: "credentials",
      says: `others may read ${credentials} (${mode})`,
      fix: `chmod 600 '${credentials}'`,
      async repair() {
        await chmod(credentials, PRIVATE);
        return `chmod 600 ${credentials}`;
      },
    },
  ];
}
