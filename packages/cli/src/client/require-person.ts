import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../context.ts";
import { agentAbove } from "./agent-above.ts";
import { agentAround } from "./agent-signs.ts";
import type { Session } from "./open-session.ts";

/**
 * A person's own credential decides only where a person sits. An agent in the same account could call
 * this program too; it must not approve by accident what it wrote.
 *
 * This keeps an honest agent out. One that hides itself is kept out by `trust.humanPresence: "verified"`,
 * which the engine checks.
 */
export function requirePerson(
  { atTerminal, env }: Pick<CommandContext, "atTerminal" | "env">,
  session: Pick<Session, "credential">,
  above: () => string | null = agentAbove,
): void {
  if (session.credential !== "own") return;
  const why = doubtAbout(atTerminal, agentAround(env)?.variable, above);
  if (why === null) return;
  throw new CountersignError("human_only", `This decision needs a person, and ${why}`, {
    hint: "Decide in a terminal of your own; a script of yours needs a token of its own in COUNTERSIGN_TOKEN",
  });
}

function doubtAbout(
  atTerminal: boolean,
  variable: string | undefined,
  above: () => string | null,
): string | null {
  if (variable !== undefined) return `${variable} says that an agent runs this`;
  if (!atTerminal) return "this is no terminal";
  const agent = above();
  return agent === null ? null : `this runs below ${agent}`;
}
