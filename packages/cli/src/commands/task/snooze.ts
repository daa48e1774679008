import { type TaskView, toShown } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { doEach } from "../../decisions/do-each.ts";
import { findTaskByWord } from "../../decisions/find-task.ts";
import { FailureAnswer } from "../../output-schemas/outcomes.ts";
import { openMemory, type ShownMemory } from "../../shown/shown-memory.ts";
import { isSnoozeTime, parseSnooze } from "../../time/parse-snooze.ts";
import { summaryLine } from "../../views/task-text.ts";

/** Hides tasks from the caller's own inbox; other inboxes do not change. */
export const taskSnooze = defineCommand({
  usage: "snooze <ids...>",
  examples: ["countersign task snooze @1 tomorrow", "countersign task snooze @1 change"],
  options: {
    until: text("--until <time>", "2h, tomorrow, change (until it changes) or now (default: 1h)"),
  },
  takes: "task",
  output: {
    "task.later": z.array(
      z.union([
        z.object({
          task: z.string(),
          outcome: z.enum(["put off", "taken up"]),
          putOff: z.boolean(),
          untilMs: z.number().nullable(),
        }),
        z.object({ task: z.string(), outcome: z.literal("refused"), error: FailureAnswer }),
      ]),
    ),
  },
  async run(context, { args, options }) {
    const { until } = options;
    const { words, when } = wordsAndWhen(args.ids, until);
    const later = parseSnooze(when, new Date());
    const session = await openSession(context);
    const { client } = session;
    const memory = await openMemory(context, session);
    return await doEach<TaskView>(context, words, {
      schema: "task.later",
      verb: later.verb,
      done: later.is === "now" ? "taken up" : "put off",
      says: later.is === "now" ? "back in your inbox:" : "snoozed",
      find: (word) => findTaskByWord(context, session, word),
      idOf: ({ id }) => ({ task: id }),
      about: summaryLine,
      allow: () => requirePersonAtTerminal(context, session),
      async act(view) {
        const task = view.id;
        const { untilMs, putOff } =
          later.is === "now"
            ? await client.takeUp({ task })
            : await client.putOff({
                task,
                body: { seq: lastShownEntry(view, memory), untilMs: later.untilMs },
              });
        return { fields: { putOff, untilMs }, line: later.line };
      },
    });
  },
});

/** The last log entry that the person was shown, in a list or with the task; newer work is not put off unseen. */
function lastShownEntry(view: TaskView, { places, task }: ShownMemory): number {
  const shown = task(view.id);
  const now = toShown(view);
  if (shown?.round === now.round && shown.tree === now.tree) return view.seq;
  const place = places?.find((one) => one.task === view.id);
  if (place !== undefined) return place.seq;
  if (shown === null) return view.seq;
  throw new CountersignError(
    "stale_round",
    `${view.id} is at round ${now.round} now, which was submitted after you viewed it`,
    {
      details: { task: view.id, round: now.round ?? 0, given: shown.round ?? 0 },
      hint: `Review it: countersign diff ${view.id}`,
    },
  );
}

/** Splits `snooze cs-ab12 2h` into ids and time. A single word is always an id. */
function wordsAndWhen(args: readonly string[], until: string | undefined) {
  const last = args.at(-1) ?? "";
  if (until !== undefined || args.length < 2 || !isSnoozeTime(last)) {
    return { words: args, when: until ?? "1h" };
  }
  return { words: args.slice(0, -1), when: last };
}
