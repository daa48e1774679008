import type { TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { countText } from "@countersign/review";
import type { CliSession } from "../client/open-session.ts";
import { lastTaskHere } from "../client/task-here.ts";
import type { CommandContext } from "../command/context.ts";
import type { FoundTask } from "../shown/content-to-decide.ts";
import { openMemory } from "../shown/shown-memory.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";

const PLACE = /^@([1-9][0-9]{0,2})$/;
const MAX_OF_INBOX = 500;

/**
 * The task that a word means: an id or its beginning, `.` for this branch, `@2` for the second of the inbox
 * as it was last shown.
 */
export async function findTaskByWord(
  context: CommandContext,
  session: CliSession,
  word: string,
): Promise<TaskView> {
  const { id } = await idFor(context, session, word);
  return await session.client.showTask({ task: id });
}

/** The task with what was shown of it; a place of a list that was never shown says nothing about that. */
export async function findShown(
  context: CommandContext,
  session: CliSession,
  word: string,
): Promise<FoundTask> {
  const { id, isUnseenPlace } = await idFor(context, session, word);
  const view = await session.client.showTask({ task: id });
  const memory = await openMemory(context, session);
  return { view, shown: isUnseenPlace ? null : memory.task(view.id) };
}

type NamedTask = { id: string; isUnseenPlace: boolean };

async function idFor(
  context: CommandContext,
  session: CliSession,
  word: string,
): Promise<NamedTask> {
  if (word === ".") return { id: await taskHere(context, session), isUnseenPlace: false };
  const place = PLACE.exec(word)?.[1];
  if (place === undefined) return { id: word, isUnseenPlace: false };
  const { places } = await openMemory(context, session);
  if (places === null) return { id: await inInbox(session, Number(place)), isUnseenPlace: true };
  const shown = places[Number(place) - 1];
  if (shown !== undefined) return { id: shown.task, isUnseenPlace: false };
  throw new CountersignError(
    "not_found",
    `${word} does not exist: the last inbox had ${countText(places.length, "task")}`,
    {
      hint: "List tasks: countersign inbox",
    },
  );
}

async function taskHere({ directory }: CommandContext, session: CliSession): Promise<string> {
  const place = await findWorkplace(directory);
  const task = await lastTaskHere(session, place);
  if (task !== null) return task;
  throw new CountersignError(
    "not_found",
    `No task was submitted from ${place.branch ?? place.root}`,
    {
      hint: "Submit work: countersign task submit --title <title>",
    },
  );
}

async function inInbox({ client }: CliSession, place: number): Promise<string> {
  const { items } = await client.inbox({ limit: Math.min(place, MAX_OF_INBOX) });
  const line = items[place - 1];
  if (line !== undefined) return line.task;
  throw new CountersignError(
    "not_found",
    `@${place} does not exist: the inbox has ${countText(items.length, "task")}`,
    {
      hint: "List tasks: countersign inbox",
    },
  );
}
