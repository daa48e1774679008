import { findParentAgent } from "../caller/parent-agent.ts";
import { describeCallingAgent, requireOwner } from "../caller/require-owner.ts";
import type { CommandContext } from "../command/context.ts";
import type { CliSession } from "./open-session.ts";

/**
 * A person's own credential decides only where a person sits. An agent in the same account could call
 * this program too; it must not approve by accident what it wrote.
 *
 * This keeps an honest agent out. One that hides itself is kept out by `trust.humanPresence: "verified"`,
 * which the engine checks.
 */
export function requirePersonAtTerminal(
  context: Pick<CommandContext, "atTerminal" | "env">,
  session: Pick<CliSession, "credential">,
  above: () => string | null = findParentAgent,
): void {
  if (session.credential === "own") requireOwner("This decision", context, above);
}

/** Whether a person sees what is printed, as far as a program can tell. */
export function isPersonHere(
  { atTerminal, env }: Pick<CommandContext, "atTerminal" | "env">,
  above: () => string | null = findParentAgent,
): boolean {
  return atTerminal && describeCallingAgent(env, above) === null;
}
