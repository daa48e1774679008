import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { wouldDo } from "../../output/would-do.ts";
import { accountNumber } from "./account-number.ts";

export const githubUnlink = defineCommand({
  usage: "unlink <account>",
  examples: ["countersign github unlink 583231", "countersign github unlink 583231 --dry-run"],

  output: {
    "github.unlink": z.object({ account: z.int() }),
  },
  async run(context, { args }) {
    const account = accountNumber(args.account);
    if (context.dryRun)
      return wouldDo("unlink", { account }, () => `Would unlink the GitHub account ${account}`);
    const { client } = await openSession(context, "admin");
    await client.unlinkForgeAccount({ account: String(account) });
    return {
      schema: "github.unlink",
      data: { account },
      text: () => `Unlinked the GitHub account ${account}. Its reviews no longer count.`,
      plain: [[String(account)]],
    };
  },
});
