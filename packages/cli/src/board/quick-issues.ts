import { loadPolicy } from "@countersign/core";
import { loadConfig, readConfigFile } from "../config-file/config-file.ts";
import type { CommandContext } from "../context.ts";

/** The quick issues of the configuration here, or the ones that are shipped. */
export async function quickIssuesHere({ directory, env }: CommandContext): Promise<string[]> {
  try {
    const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    const loaded = await loadConfig(file, file.text);
    if (loaded.ok) return [...loaded.policy.feedback.quickIssues];
  } catch {
    // no repository, or a configuration that others complain about
  }
  const shipped = loadPolicy({ version: 1 });
  return shipped.ok ? [...shipped.policy.feedback.quickIssues] : [];
}
