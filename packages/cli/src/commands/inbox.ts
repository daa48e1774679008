import type { TaskLine } from "@countersign/api";
import { z } from "zod";
import { myName } from "../client/me.ts";
import { openSession } from "../client/open-session.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { count } from "../output/words.ts";
import { taskLinesPlain, taskLinesText } from "../views/task-lines.ts";

const Options = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  after: z.string().optional(),
});

/** What waits for whoever asks. */
export const inbox: Run = async (context, given) => {
  const { limit, after } = readOptions(given, Options);
  const session = await openSession(context);
  const me = await myName(session);
  const found = await session.client.inbox({ limit, after });
  return {
    schema: "inbox.list",
    data: found.items,
    next: found.next,
    plain: taskLinesPlain(found.items),
    text(style) {
      if (found.items.length === 0) return emptyText(found.counts);
      const table = taskLinesText(found.items, style, { me, numbered: true });
      const more = found.next === null ? "" : `\nMore: countersign inbox --after ${found.next}`;
      return `${table}${more}\n\n${nextText(found.items[0])}`;
    },
  };
};

function nextText(first: TaskLine | undefined): string {
  return first?.state === "held"
    ? "See why with countersign why @1, then settle it with countersign release @1."
    : "Look with countersign diff @1, then countersign approve, redo or reject @1.";
}

function emptyText(counts: Readonly<Record<string, number>>): string {
  const working = (counts.in_progress ?? 0) + (counts.rework ?? 0) + (counts.open ?? 0);
  const reviewing = (counts.reviewing ?? 0) + (counts.held ?? 0);
  return `Nothing waits for you. ${count(working, "task")} with agents, ${reviewing} in review.`;
}
