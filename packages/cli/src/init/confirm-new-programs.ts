import { agentAbove } from "../client/agent-above.ts";
import { agentDoubt } from "../client/require-owner.ts";
import type { Environment } from "../context.ts";
import { confirmPrograms, listAgentPrograms } from "../local-engine/agent-programs.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";

/** Pins programs that were never confirmed, where a person sets the repository up; changed ones wait for them. */
export async function confirmNewPrograms(
  files: EngineFiles,
  env: Environment,
  above: () => string | null = agentAbove,
): Promise<void> {
  if (agentDoubt(env, above) !== null) return;
  const unknown = (await listAgentPrograms(files)).filter(
    ({ state, path }) => state === "unconfirmed" || (state === "missing" && path === null),
  );
  await confirmPrograms(
    files,
    unknown.map(({ name }) => name),
    env.PATH ?? "",
  );
}
