import { type TaskView, toShown } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { myName } from "../../client/me.ts";
import { type CliSession, openSession } from "../../client/open-session.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";

/** Grace is short, so the decision is among the tasks that changed last. */
const LOOK_AT = 20;

export const undo = defineCommand({
  usage: "undo [id]",
  examples: ["countersign undo", "countersign undo cs-ab12"],

  takes: "task",
  output: {
    "task.undo": Decided,
  },
  async run(context, { args }) {
    return await sendDecision(context, {
      verb: "undo",
      done: "undone",
      word: args.id ?? (await lastDecided(context)),
      // A decision of one's own that is still open was made on exactly the round that the task has.
      content: async ({ view }) => toShown(view),
      send: async ({ client }, { id }, body) => await client.undo({ task: id, body }),
    });
  },
});

async function lastDecided(context: CommandContext): Promise<string> {
  const session = await openSession(context);
  const me = await myName(session);
  const { items } = await session.client.listTasks({
    state: ["approved", "rework", "rejected", "reviewing"],
    order: "newest",
    limit: LOOK_AT,
  });
  const open = (await Promise.all(items.map(({ task }) => shown(session, task))))
    .filter(({ grace }) => grace?.by === me)
    .toSorted((one, other) => (other.grace?.untilMs ?? 0) - (one.grace?.untilMs ?? 0));
  const last = open[0];
  if (last !== undefined) return last.id;
  throw new CountersignError("undo_closed", "Too late to undo: no decision of yours is pending", {
    hint: "Reopen a finished or rejected task: countersign task reopen <task>",
  });
}

async function shown({ client }: CliSession, task: string): Promise<TaskView> {
  return await client.showTask({ task });
}
