import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { wouldDo } from "../../output/would-do.ts";

/** Withdraws the open request of the repository. */
export const trustWithdraw = defineCommand({
  usage: "withdraw",
  examples: ["countersign trust withdraw", "countersign trust withdraw --dry-run"],
  output: { "trust.withdraw": z.object({ id: z.string() }) },
  async run(context) {
    const session = await openSession(context);
    const { id: repo } = await repositoryHere(context, session);
    const { request } = await session.client.readTrust({ repo });
    if (request === null)
      throw new CountersignError("not_found", "No change of trust waits for signatures");
    const { id } = request;
    if (context.dryRun) return wouldDo("withdraw", { id }, () => `Would withdraw ${id}`);
    requirePersonAtTerminal(context, session);
    await session.client.withdrawTrust({ repo, id });
    return {
      schema: "trust.withdraw",
      data: { id },
      text: (style) => `${style.paint("good", "withdrawn")} ${id}; the trust file has not changed`,
      plain: [[id]],
    };
  },
});
