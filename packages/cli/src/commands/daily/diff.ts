import { DiffView } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { rememberTask } from "../../shown/shown-memory.ts";
import { diffText } from "../../views/diff-text.ts";
import { offerLines, summaryLine } from "../../views/task-text.ts";

export const taskDiff = defineCommand({
  usage: "diff [id]",
  examples: ["countersign diff @1", "countersign diff . --since 1"],
  options: {
    since: option(
      "--since <round>",
      z.coerce.number().int().min(1).optional(),
      "only changes since this round",
    ),
    pager: flag("--no-pager", "print without a pager"),
  },
  takes: "task",
  output: {
    "task.diff": DiffView,
  },
  async run(context, { args, options }) {
    const { since } = options;
    const session = await openSession(context);
    const task = await findTaskByWord(context, session, args.id ?? ".");
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
  },
});
