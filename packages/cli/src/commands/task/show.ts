import { TaskView } from "@countersign/api";
import { TaskId } from "@countersign/core";
import { myName } from "../../client/me.ts";
import { openSession } from "../../client/open-session.ts";
import { stoppedFor } from "../../client/stopped-for.ts";
import { strandedTask, strandedWorkLines } from "../../client/stranded-work.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { rememberTask, shownTask } from "../../shown/shown-memory.ts";
import { heldRepositoryLines } from "../../views/repositories-text.ts";
import { taskText } from "../../views/task-text.ts";

export const taskShow = defineCommand({
  usage: "show [id]",
  examples: ["countersign task show cs-ab12", "countersign task show . --json=state,gate"],

  takes: "task",
  output: {
    "task.show": TaskView.extend({ task: TaskId }),
  },
  async run(context, { args }) {
    const session = await openSession(context);
    const task = await findTaskByWord(context, session, args.id ?? ".");
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
  },
});
