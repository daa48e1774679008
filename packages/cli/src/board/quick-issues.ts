import { loadPolicy, type Policy } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { loadConfig, readConfigFile } from "../config-file/config-file.ts";

/** Where a configuration is looked for. */
type Place = Pick<CommandContext, "directory" | "env">;

/** The quick issues of the configuration here, or the ones that are shipped. */
export async function quickIssuesHere(context: Place): Promise<string[]> {
  return [...((await policyHere(context))?.feedback.quickIssues ?? [])];
}

/** When approving several at once asks again, by the configuration here. */
export async function confirmBatchHere(context: Place): Promise<Policy["modes"]["confirmBatch"]> {
  return (await policyHere(context))?.modes.confirmBatch ?? "never";
}

/** How this terminal tells the person that a task is waiting, by the configuration here. */
export async function notifyHere(context: Place): Promise<Policy["notify"] | undefined> {
  return (await policyHere(context))?.notify;
}

async function policyHere({ directory, env }: Place): Promise<Policy | null> {
  try {
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const loaded = await loadConfig(file, file.text);
    if (loaded.ok) return loaded.policy;
  } catch {
    // no repository, or a configuration that others complain about
  }
  const shipped = loadPolicy({ version: 1 });
  return shipped.ok ? shipped.policy : null;
}
