import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { type OptionValues, option, text } from "../../command/options.ts";
import { decideEach } from "../../decisions/decide-each.ts";
import { tasksDecided } from "../../output-schemas/outcomes.ts";
import { contentToDecide } from "../../shown/content-to-decide.ts";

const OPTIONS = {
  note: text("--note <text>", "note to the author"),
  round: option(
    "--round <n>",
    z.coerce.number().int().min(1).optional(),
    "fail unless the task is at this round",
  ),
  tree: text("--tree <id>", "the tree you reviewed; required in scripts"),
  requirement: text(
    "--requirement <id>",
    "the requirement to approve, if several are waiting for you",
  ),
};
type Options = OptionValues<typeof OPTIONS>;

/** Approves the round and tree that the person was shown or names, whatever is there by now. */
export const approve = defineCommand({
  usage: "approve <ids...>",
  examples: ["countersign approve @1", "countersign approve cs-ab12 cs-cd34 --note 'tried it'"],
  options: OPTIONS,
  takes: "task",
  output: {
    "task.approve": tasksDecided("approved"),
  },
  async run(context, { args, options }) {
    if (args.ids.length > 1) requireOneContent(options);
    const session = await openSession(context);
    return await decideEach(context, session, args.ids, {
      verb: "approve",
      done: "approved",
      content: async (found) => await contentToDecide(context, found, "approve", options),
      async send({ id }, { round, tree }) {
        if (round === null || tree === null) {
          throw new CountersignError("wrong_state", `${id} has no submitted work yet`);
        }
        const { requirement, note } = options;
        return await session.client.approve({ task: id, body: { round, tree, requirement, note } });
      },
    });
  },
});

function requireOneContent({ round, tree, requirement }: Options): void {
  if (round === undefined && tree === undefined && requirement === undefined) return;
  throw new CountersignError(
    "invalid_input",
    "--round, --tree and --requirement can only be used with one task",
  );
}
