import { CountersignError } from "@countersign/core";
import {
  type ConfigFile,
  loadConfig,
  problemText,
  readConfigFile,
} from "../config-file/config-file.ts";
import type { CommandContext } from "../context.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, fine, warn, wrong } from "./diagnosis.ts";

/** The repository around a directory, and the configuration that lies in it. */
export async function checkRepository({
  directory,
  env,
}: Pick<CommandContext, "directory" | "env">): Promise<Diagnosis[]> {
  try {
    const { repository, branch } = await findWorkplace(directory);
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const where = `${repository}, ${branch === null ? "no branch" : `on ${branch}`}`;
    return [fine("repository", where), ...(await checkFile(file))];
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return [wrong("repository", error.message, error.hint ?? "Go to a git repository")];
  }
}

async function checkFile(file: ConfigFile): Promise<Diagnosis[]> {
  if (file.text === null) {
    return [warn("configuration", `no ${file.name} in ${file.root}`, "countersign init")];
  }
  const loaded = await loadConfig(file, file.text);
  if (loaded.ok)
    return [fine("configuration", `${file.name} is valid, profile ${loaded.policy.profile}`)];
  return loaded.problems.map((problem) =>
    wrong("configuration", `${file.name}: ${problemText(problem)}`, `Correct ${file.path}`),
  );
}
