import type { CommandContext } from "../command/context.ts";
import { loadConfig, readConfigFile } from "../config-file/config-file.ts";
import type { TextForms } from "./text-reader.ts";

/** Which words of an agent act, and how many milliseconds lines are collected before they do. */
type Markers = { forms: TextForms; debounceMs: number };

/** The markers of the configuration around a directory; one that cannot be read lets no words act. */
export async function readMarkers({
  directory,
  env,
}: Pick<CommandContext, "directory" | "env">): Promise<Markers> {
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  const loaded = await loadConfig(file, file.text ?? "{}");
  const { structured, naturalLanguage, debounceMs } = loaded.ok
    ? loaded.policy.markers
    : { structured: false, naturalLanguage: "off" as const, debounceMs: 0 };
  return { forms: { structured, naturalLanguage }, debounceMs };
}
