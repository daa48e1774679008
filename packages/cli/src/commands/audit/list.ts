import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { readOptions } from "../../given.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { timeText } from "../../output/words.ts";
import { parseSince } from "../../time/parse-since.ts";

const Options = z.object({
  since: z.string().optional(),
  task: z.string().optional(),
  organisation: z.boolean().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  after: z.string().optional(),
});

export const auditList: Run = async (context, given) => {
  const { since, organisation, ...query } = readOptions(given, Options);
  const from = since === undefined ? undefined : parseSince(since, new Date());
  const { client } = await openSession(context);
  const { items, next } = await client.listAuditEntries({
    ...query,
    since: from,
    ...(organisation === true && { about: "organisation" as const }),
  });
  return {
    schema: "audit.list",
    data: items,
    next,
    plain: items.map(({ atMs, task, seq, by, what, seal, detail }) => [
      new Date(atMs).toISOString(),
      task,
      String(seq),
      by,
      what,
      seal === null ? "" : String(seal),
      detail ?? "",
    ]),
    text(style) {
      if (items.length === 0) return "Nothing happened.";
      const table = columns(
        items.map(({ atMs, task, seq, by, role, what, seal, detail }) => [
          style.paint("faint", timeText(atMs)),
          display(task),
          style.paint("faint", String(seq)),
          role === null ? display(by) : `${display(by)} (${display(role)})`,
          display(what),
          seal === null ? style.paint("warn", "not sealed yet") : `seal ${seal}`,
          detail === null ? "" : style.paint("faint", display(detail)),
        ]),
      );
      return next === null ? table : `${table}\nMore: countersign audit list --after ${next}`;
    },
  };
};
