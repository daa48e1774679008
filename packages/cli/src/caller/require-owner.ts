import { CountersignError } from "@countersign/core";
import type { Environment } from "../runtime/environment.ts";
import { findAgentVariable } from "./agent-variables.ts";
import { findParentAgent } from "./parent-agent.ts";

type Surroundings = { env: Environment; atTerminal: boolean };

/** The hint for a refused agent. It names no way around the refusal. */
export const TELL_THE_PERSON = "Stop here, and tell the person who runs this machine";

/** Refuses what stops or changes the engine when an agent runs this program. `what` begins the sentence. */
export function refuseAgent(
  what: string,
  { env }: Pick<Surroundings, "env">,
  above: () => string | null = findParentAgent,
): void {
  const agent = describeCallingAgent(env, above);
  if (agent !== null) throw refusal(what, agent);
}

/** Refuses a setting of the engine wherever no person sits at a terminal. No token changes that. */
export function requireOwner(
  what: string,
  { env, atTerminal }: Surroundings,
  above: () => string | null = findParentAgent,
): void {
  refuseAgent(what, { env }, above);
  if (!atTerminal) throw refusal(what, "this is not a terminal");
}

/** Why an agent seems to run this program; null when none does. */
export function describeCallingAgent(
  env: Surroundings["env"],
  above: () => string | null = findParentAgent,
): string | null {
  const sign = findAgentVariable(env);
  if (sign !== null) return `${sign.variable} shows that an agent runs this command`;
  const agent = above();
  return agent === null ? null : `${agent} started this command`;
}

function refusal(what: string, why: string): CountersignError {
  return new CountersignError("human_only", `${what} needs a person, but ${why}`, {
    hint: TELL_THE_PERSON,
  });
}
