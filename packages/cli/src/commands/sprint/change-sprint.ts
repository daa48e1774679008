import type { Client, SprintView } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { requirePerson } from "../../client/require-person.ts";
import type { Run } from "../../context.ts";
import { wouldDo } from "../../output/would-do.ts";
import { sprintResult } from "./sprint-text.ts";

/** A word to the sprint that runs. */
function change(verb: string, send: (client: Client) => Promise<SprintView>): Run {
  return async (context) => {
    if (context.dryRun) return wouldDo(verb, {}, () => `Would ${verb} the sprint`);
    const session = await openSession(context);
    requirePerson(context, session);
    return sprintResult(`sprint.${verb}`, await send(session.client));
  };
}

export const sprintPause = change("pause", async (client) => await client.pauseSprint());
export const sprintResume = change("resume", async (client) => await client.resumeSprint());
export const sprintStop = change("stop", async (client) => await client.stopSprint());
