import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { findTask } from "../../decisions/find-task.ts";
import { readOptions } from "../../given.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { timeText } from "../../output/words.ts";

const Options = z.object({ from: z.coerce.number().int().min(0).optional() });

export const taskLog: Run = async (context, given) => {
  const { from } = readOptions(given, Options);
  const session = await openSession(context);
  const task = await findTask(context, session, given.args[0] ?? ".");
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
};
