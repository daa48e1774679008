import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../context.ts";
import { agentAround } from "./agent-signs.ts";
import type { Session } from "./open-session.ts";

/**
 * A person's own credential decides only where a person sits. An agent in the same account could call
 * this program too; it must not approve by accident what it wrote.
 */
export function requirePerson(
  { atTerminal, env }: Pick<CommandContext, "atTerminal" | "env">,
  session: Pick<Session, "credential">,
): void {
  if (session.credential !== "own") return;
  const around = agentAround(env);
  if (around === null && atTerminal) return;
  const why =
    around === null ? "this is no terminal" : `${around.variable} says that an agent runs this`;
  throw new CountersignError("human_only", `This decision needs a person, and ${why}`, {
    hint: "Decide in a terminal; a script of yours needs a token of its own in COUNTERSIGN_TOKEN",
  });
}
