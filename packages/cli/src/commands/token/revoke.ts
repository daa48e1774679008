import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const tokenRevoke = defineCommand({
  usage: "revoke <id>",
  examples: ["countersign token revoke tok_x1", "countersign token revoke tok_x1 --dry-run"],

  output: {
    "token.revoke": z.object({ id: z.string() }),
  },
  async run(context, { args }) {
    const id = args.id;
    if (context.dryRun) {
      const text = `Would revoke ${display(id)}`;
      return wouldDo("revoke", { id }, () => text);
    }
    const { client } = await openSession(context, "admin");
    await client.revokeToken({ id });
    return {
      schema: "token.revoke",
      data: { id },
      text: (style) => `${style.paint("good", "revoked")} ${display(id)}`,
      plain: [[id]],
    };
  },
});
