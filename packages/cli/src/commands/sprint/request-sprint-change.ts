import type { Client, SprintView } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import type { Result } from "../../output/result.ts";
import { wouldDo } from "../../output/would-do.ts";
import { sprintResult } from "./sprint-text.ts";

/** Changes the running sprint as a person: pauses, resumes or stops it. */
export async function requestSprintChange(
  context: CommandContext,
  verb: "pause" | "resume" | "stop",
  send: (client: Client) => Promise<SprintView>,
): Promise<Result> {
  if (context.dryRun) return wouldDo(verb, {}, () => `Would ${verb} the sprint`);
  const session = await openSession(context);
  requirePersonAtTerminal(context, session);
  return sprintResult(`sprint.${verb}`, await send(session.client));
}
