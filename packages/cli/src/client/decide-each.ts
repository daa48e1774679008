import type { Answer, TaskView } from "@countersign/api";
import type { CommandContext } from "../context.ts";
import type { Result } from "../output/result.ts";
import { summaryLine } from "../views/task-text.ts";
import { outcomeText } from "./decide.ts";
import { doEach } from "./do-each.ts";
import { findTask } from "./find-task.ts";
import type { Session } from "./open-session.ts";
import { requirePerson } from "./require-person.ts";

export type DecideEach = {
  verb: string;
  done: string;
  send: (task: TaskView) => Promise<Answer>;
};

/** A person's decision on several tasks, one transaction each. */
export async function decideEach(
  context: CommandContext,
  session: Session,
  words: readonly string[],
  { verb, done, send }: DecideEach,
): Promise<Result> {
  return await doEach<TaskView>(context, words, {
    schema: `task.${verb}`,
    verb,
    done,
    find: (word) => findTask(context, session, word),
    idOf: ({ id }) => ({ task: id }),
    about: summaryLine,
    allow: () => requirePerson(context, session),
    async act(task) {
      await send(task);
      const after = await session.client.showTask({ task: task.id });
      return { fields: { state: after.state, grace: after.grace }, line: outcomeText(after) };
    },
  });
}
