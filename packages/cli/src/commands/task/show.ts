import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { stoppedFor } from "../../client/stopped-for.ts";
import { strandedTask, strandedWorkLines } from "../../client/stranded-work.ts";
import type { Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { rememberTask, shownTask } from "../../shown/shown-memory.ts";
import { heldRepositoryLines } from "../../views/repositories-text.ts";
import { taskText } from "../../views/task-text.ts";

export const taskShow: Run = async (context, { args }) => {
  const session = await openSession(context);
  const task = await findTask(context, session, args[0] ?? ".");
  const me = await myName(session);
  await rememberTask(context, session, task.id, shownTask(task));
  const stopped = await stoppedFor(session, task);
  const stranded = await strandedTask(context, session, task);
  return {
    schema: "task.show",
    data: { task: task.id, ...task },
    text: (style) =>
      [
        ...heldRepositoryLines(stopped, style),
        ...strandedWorkLines(stranded, style),
        taskText(task, style, me),
      ].join("\n\n"),
  };
};
