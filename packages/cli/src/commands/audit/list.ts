import { AuditEntryLine } from "@countersign/api";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag, option, text } from "../../command/options.ts";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import { timeText } from "../../output/words.ts";
import { parseSince } from "../../time/parse-since.ts";

export const auditList = defineCommand({
  usage: "list",
  examples: ["countersign audit list --since 24h", "countersign audit list --organisation"],
  options: {
    since: text("--since <time>", "start time: 24h, 30d or a date"),
    task: text("--task <id>", "only this task"),
    organisation: flag("--organisation", "only credentials, repositories, seals and sprints"),
    limit: option(
      "--limit <n>",
      z.coerce.number().int().min(1).max(500).optional(),
      "maximum number of results (default: 50)",
    ),
    after: text("--after <cursor>", "start after this cursor, which the previous page printed"),
  },

  output: {
    "audit.list": z.array(AuditEntryLine),
  },
  async run(context, { options }) {
    const { since, organisation, ...query } = options;
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
  },
});
