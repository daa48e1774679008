import { findParentAgent } from "../caller/parent-agent.ts";
import { describeCallingAgent } from "../caller/require-owner.ts";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { confirmPrograms, listAgentPrograms } from "../local-engine/settings/agent-programs.ts";
import { failureOf } from "../output/failure.ts";
import { type Diagnosis, reportProblem, reportWarning } from "./diagnosis.ts";

/** Whether programs that review are those that the person confirmed; silent about those that are in order. */
export async function checkPrograms(
  { env }: Pick<CommandContext, "env">,
  above: () => string | null = findParentAgent,
): Promise<Diagnosis[]> {
  const files = localFiles(env);
  try {
    const programs = await listAgentPrograms(files);
    const changed = programs.filter(({ state }) => state === "changed" || state === "unconfirmed");
    return changed.map(({ name, path, state }) => {
      const why = state === "changed" ? "has changed since you confirmed it" : "is not confirmed";
      const says = `${path} ${why}; it reviews nothing until then`;
      const line = reportWarning(name, says, `countersign agent confirm ${name}`);
      if (describeCallingAgent(env, above) !== null) return line;
      return { ...line, repair: () => confirm(name) };
    });
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [reportProblem("settings", message, hint ?? "countersign agent list")];
  }

  async function confirm(name: string): Promise<string> {
    const pins = await confirmPrograms(files, [name], env.PATH ?? "");
    const { path } = Object.values(pins)[0] ?? {};
    return path === undefined ? `${name} is not on your PATH` : `confirmed ${path}`;
  }
}
