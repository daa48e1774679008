import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const personRemove = defineCommand({
  usage: "remove <name>",
  examples: ["countersign person remove ana", "countersign person remove ana --dry-run"],

  output: {
    "person.remove": z.object({ actor: z.string() }),
  },
  async run(context, { args }) {
    const actor = args.name;
    if (context.dryRun) {
      const text = `Would remove the sign-ins of ${display(actor)} and end their sessions`;
      return wouldDo("remove", { actor }, () => text);
    }
    const { client } = await openSession(context, "admin");
    await client.removePerson({ actor });
    return {
      schema: "person.remove",
      data: { actor },
      text: (style) =>
        `${style.paint("good", "removed")} ${display(actor)}; their sessions have ended`,
      plain: [[actor]],
    };
  },
});
