import { countText } from "@countersign/review";
import { openSession } from "../../client/open-session.ts";
import { requirePerson } from "../../client/require-person.ts";
import type { Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { wouldDo } from "../../output/would-do.ts";
import { sprintResult } from "./sprint-text.ts";

export const sprintAdd: Run = async (context, { args }) => {
  const session = await openSession(context);
  const found = await Promise.all(args.map((word) => findTask(context, session, word)));
  const tasks = found.map(({ id }) => id);
  if (context.dryRun)
    return wouldDo("add", { tasks }, () => `Would add ${countText(tasks.length, "task")}`);
  requirePerson(context, session);
  return sprintResult("sprint.add", await session.client.addToSprint({ body: { tasks } }));
};
