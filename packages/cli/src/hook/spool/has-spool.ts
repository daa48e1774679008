import type { CommandContext } from "../../command/context.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";
import { hookFiles } from "../files/hook-files.ts";
import { readSpool } from "./spool.ts";

/** Whether something waits to be submitted for the repository around the current directory. */
export async function hasSpool({
  env,
  directory,
}: Pick<CommandContext, "env" | "directory">): Promise<boolean> {
  const files = hookFiles(localFiles(env));
  const place = await findWorkplace(directory).catch(() => null);
  return place !== null && (await readSpool(files, place.common)).length > 0;
}
