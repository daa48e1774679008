import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { decideEach } from "../client/decide-each.ts";
import { openSession } from "../client/open-session.ts";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";

const Options = z.object({
  note: z.string().optional(),
  round: z.coerce.number().int().min(1).optional(),
  tree: z.string().optional(),
  requirement: z.string().optional(),
});
type Options = z.infer<typeof Options>;

/** What is sent is the round and tree of the summary that was just shown, whatever is there by now. */
export const approve: Run = async (context, given) => {
  const options = readOptions(given, Options);
  if (given.args.length > 1) requireOneContent(options);
  const session = await openSession(context);
  return await decideEach(context, session, given.args, {
    verb: "approve",
    done: "approved",
    async send({ id, round }) {
      if (round === null) {
        throw new CountersignError("wrong_state", `Nothing was handed in for ${id} yet`);
      }
      const body = {
        round: options.round ?? round.number,
        tree: options.tree ?? round.content.tree,
        requirement: options.requirement,
        note: options.note,
      };
      return await session.client.approve({ task: id, body });
    },
  });
};

function requireOneContent({ round, tree, requirement }: Options): void {
  if (round === undefined && tree === undefined && requirement === undefined) return;
  throw new CountersignError("invalid_input", "--round, --tree and --requirement are for one task");
}
