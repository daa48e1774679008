import { findParentAgent } from "../../caller/parent-agent.ts";
import { describeCallingAgent } from "../../caller/require-owner.ts";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";
import { confirmPrograms, listAgentPrograms } from "../../local-engine/settings/agent-programs.ts";
import type { Environment } from "../../runtime/environment.ts";

/** Pins programs that were never confirmed, where a person sets the repository up; changed ones wait for them. */
export async function confirmNewPrograms(
  files: EngineFiles,
  env: Environment,
  above: () => string | null = findParentAgent,
): Promise<void> {
  if (describeCallingAgent(env, above) !== null) return;
  const unknown = (await listAgentPrograms(files)).filter(
    ({ state, path }) => state === "unconfirmed" || (state === "missing" && path === null),
  );
  await confirmPrograms(
    files,
    unknown.map(({ name }) => name),
    env.PATH ?? "",
  );
}
