import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { readOptions } from "../../given.ts";
import { rememberTask } from "../../shown/shown-memory.ts";
import { diffText } from "../../views/diff-text.ts";
import { offerLines, summaryLine } from "../../views/task-text.ts";

const Options = z.object({ since: z.coerce.number().int().min(1).optional() });

export const taskDiff: Run = async (context, given) => {
  const { since } = readOptions(given, Options);
  const session = await openSession(context);
  const task = await findTask(context, session, given.args[0] ?? ".");
  const diff = await session.client.showDiff({ task: task.id, since });
  const offered = task.hold?.offeredTree ?? null;
  const shown = { round: diff.round, tree: diff.to, offered };
  await rememberTask(context, session, task.id, shown);
  return {
    schema: "task.diff",
    data: diff,
    paged: true,
    text(style) {
      const from = since === undefined ? "" : `, changes since round ${since}`;
      const body = diffText(diff, style);
      const head = [`${summaryLine(task, style)}${from}`, ...offerLines(task.hold, style)];
      return `${head.join("\n")}\n\n${body === "" ? "No differences." : body}`;
    },
    plain: diff.files.map(({ path }) => [path]),
  };
};
