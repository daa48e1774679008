import { z } from "zod";
import { refuseAgent } from "../../caller/require-owner.ts";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";

/** Removes the registration of a repository that has no task. Nothing in the repository changes. */
export const repoRemove = defineCommand({
  usage: "remove <id>",
  examples: ["countersign repo remove shop-api", "countersign repo remove shop-api --yes"],

  takes: "repository",
  output: {
    "repo.remove": z.object({ repo: z.string() }),
  },
  async run(context, { args }) {
    const { id: repo } = args;
    if (context.dryRun)
      return wouldDo("remove", { repo }, () => `Would remove the registration of ${display(repo)}`);
    refuseAgent("Removing a repository", context);
    const session = await openSession(context, "admin");
    await confirm(context, `Remove the registration of ${display(repo)}?`);
    await session.client.removeRepository({ repo });
    return {
      schema: "repo.remove",
      data: { repo },
      text: (style) => `${style.paint("good", "removed")} ${display(repo)}`,
      plain: [[repo]],
    };
  },
});
