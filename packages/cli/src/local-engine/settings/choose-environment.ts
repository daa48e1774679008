import { findParentAgent } from "../../caller/parent-agent.ts";
import { describeCallingAgent } from "../../caller/require-owner.ts";
import type { Environment } from "../../runtime/environment.ts";
import type { EngineFiles } from "../files/engine-files.ts";
import { ENGINE_PATH, engineEnvironment, storedVariables } from "./engine-environment.ts";
import { changeEngineSettings, readEngineSettings } from "./engine-settings.ts";

/** `server_up`: a person starts the engine on purpose; `needed`: a command starts it because it needs one. */
export type StartReason = "server_up" | "needed";

/**
 * The environment that an engine starts with: the settings that its owner's environment left behind.
 *
 * A person's first start and every `server up` of theirs store the settings. An agent's start only uses
 * them.
 */
export async function chooseEnvironment(
  { directory, settings: file }: Pick<EngineFiles, "directory" | "settings">,
  env: Environment,
  { reason, above = findParentAgent }: { reason: StartReason; above?: () => string | null },
): Promise<Record<string, string>> {
  const { environment: stored } = await readEngineSettings(file);
  const isDue = reason === "server_up" || stored === undefined;
  if (!isDue || describeCallingAgent(env, above) !== null)
    return engineEnvironment(directory, stored ?? {});
  const environment = storedVariables(env);
  await changeEngineSettings(file, (settings) => ({ ...settings, environment }));
  return engineEnvironment(directory, environment);
}

/**
 * The environment of an engine in the foreground: its service manager's, with our own search path. An agent
 * that starts it adds nothing here either.
 */
export async function chooseForegroundEnvironment(
  { directory, settings: file }: Pick<EngineFiles, "directory" | "settings">,
  env: Environment,
  above: () => string | null = findParentAgent,
): Promise<Environment> {
  if (describeCallingAgent(env, above) === null) return { ...env, PATH: ENGINE_PATH };
  const { environment: stored = {} } = await readEngineSettings(file);
  return engineEnvironment(directory, stored);
}
