import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import type { Run } from "../../context.ts";
import { decideEach } from "../../decisions/decide-each.ts";
import { readOptions } from "../../given.ts";
import { contentToDecide } from "../../shown/content-to-decide.ts";

const Options = z.object({
  note: z.string().optional(),
  round: z.coerce.number().int().min(1).optional(),
  tree: z.string().optional(),
  requirement: z.string().optional(),
});
type Options = z.infer<typeof Options>;

/** Approves the round and tree that the person was shown or names, whatever is there by now. */
export const approve: Run = async (context, given) => {
  const options = readOptions(given, Options);
  if (given.args.length > 1) requireOneContent(options);
  const session = await openSession(context);
  return await decideEach(context, session, given.args, {
    verb: "approve",
    done: "approved",
    content: async (found) => await contentToDecide(context, found, "approve", options),
    async send({ id }, { round, tree }) {
      if (round === null || tree === null) {
        throw new CountersignError("wrong_state", `Nothing was submitted for ${id} yet`);
      }
      const { requirement, note } = options;
      return await session.client.approve({ task: id, body: { round, tree, requirement, note } });
    },
  });
};

function requireOneContent({ round, tree, requirement }: Options): void {
  if (round === undefined && tree === undefined && requirement === undefined) return;
  throw new CountersignError("invalid_input", "--round, --tree and --requirement are for one task");
}
