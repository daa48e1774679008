import { LogLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { option } from "../../command/options.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { timeText } from "../../output/words.ts";

export const taskLog = defineCommand({
  usage: "log [id]",
  examples: ["countersign task log cs-ab12", "countersign task log . --json"],
  options: {
    from: option("--from <seq>", z.coerce.number().int().min(0).optional(), "first entry to show"),
  },
  takes: "task",
  output: {
    "task.log": z.array(LogLine),
  },
  async run(context, { args, options }) {
    const { from } = options;
    const session = await openSession(context);
    const task = await findTaskByWord(context, session, args.id ?? ".");
    const { items } = await session.client.readLog({ task: task.id, from });
    return {
      schema: "task.log",
      data: items,
      plain: items.map(({ seq, atMs, by, event }) => [
        String(seq),
        new Date(atMs).toISOString(),
        by,
        event.type,
      ]),
      text: (style) =>
        columns(
          items.map(({ seq, atMs, by, event }) => [
            style.paint("faint", String(seq).padStart(4)),
            style.paint("faint", timeText(atMs)),
            display(by),
            display(event.type),
          ]),
        ),
    };
  },
});
