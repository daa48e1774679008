import type { TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../context.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { branchTask } from "./branch-task.ts";
import type { Session } from "./open-session.ts";

const PLACE = /^@([1-9][0-9]{0,2})$/;
const MOST_OF_INBOX = 500;

/** The task that a word means: an id or its beginning, `.` for this branch, `@2` for the second of the inbox. */
export async function findTask(
  context: CommandContext,
  session: Session,
  word: string,
): Promise<TaskView> {
  return await session.client.showTask({ task: await idFor(context, session, word) });
}

async function idFor(context: CommandContext, session: Session, word: string): Promise<string> {
  if (word === ".") return await taskHere(context, session);
  const place = PLACE.exec(word)?.[1];
  return place === undefined ? word : await inInbox(session, Number(place));
}

async function taskHere({ directory }: CommandContext, { files }: Session): Promise<string> {
  const place = await findWorkplace(directory);
  const task = await branchTask(files.directory, place);
  if (task !== null) return task;
  throw new CountersignError(
    "not_found",
    `Nothing was handed in from ${place.branch ?? place.root}`,
    {
      hint: "Hand work in with: countersign task submit --title <title>",
    },
  );
}

async function inInbox({ client }: Session, place: number): Promise<string> {
  const { items } = await client.inbox({ limit: Math.min(place, MOST_OF_INBOX) });
  const line = items[place - 1];
  if (line !== undefined) return line.task;
  throw new CountersignError("not_found", `The inbox has ${items.length} tasks`, {
    hint: "See them with: countersign inbox",
  });
}
