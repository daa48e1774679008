import type { Answer, Shown, TaskView } from "@countersign/api";
import type { CliSession } from "../client/open-session.ts";
import { requirePersonAtTerminal } from "../client/require-person.ts";
import type { CommandContext } from "../command/context.ts";
import type { Result } from "../output/result.ts";
import type { FoundTask } from "../shown/content-to-decide.ts";
import { rememberTask, shownTask } from "../shown/shown-memory.ts";
import { summaryLine } from "../views/task-text.ts";
import { doEach } from "./do-each.ts";
import { findShown } from "./find-task.ts";
import { decisionOutcomeText, lastShown } from "./send-decision.ts";

export type DecideEach = {
  verb: string;
  done: string;
  /** What each decision is about; left out: what the person was shown last, else what is printed now. */
  content?: (found: FoundTask) => Promise<Shown>;
  send: (task: TaskView, shown: Shown) => Promise<Answer>;
};

/** A person's decision on several tasks, one transaction each. */
export async function decideEach(
  context: CommandContext,
  session: CliSession,
  words: readonly string[],
  { verb, done, content = lastShown, send }: DecideEach,
): Promise<Result> {
  return await doEach<FoundTask>(context, words, {
    schema: `task.${verb}`,
    verb,
    done,
    find: (word) => findShown(context, session, word),
    idOf: ({ view }) => ({ task: view.id }),
    about: ({ view }, style) => summaryLine(view, style),
    allow: () => requirePersonAtTerminal(context, session),
    async act(found) {
      const { view: task } = found;
      const shown = await content(found);
      await send(task, shown);
      await rememberTask(context, session, task.id, { ...shownTask(task), ...shown });
      const after = await session.client.showTask({ task: task.id });
      return {
        fields: { state: after.state, grace: after.grace },
        line: decisionOutcomeText(after),
      };
    },
  });
}
