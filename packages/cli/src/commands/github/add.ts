import { RepositoryLine } from "@countersign/api";
import { refuseAgent } from "../../caller/require-owner.ts";
import { openSession } from "../../client/open-session.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const githubAdd = defineCommand({
  usage: "add <repository>",
  examples: [
    "countersign github add acme/shop",
    "countersign github add acme/shop --target develop",
  ],
  options: {
    target: text(
      "--target <branch>",
      "the branch that work is merged to (default: main or master)",
    ),
  },

  output: {
    "github.add": RepositoryLine,
  },
  async run(context, { args, options: { target } }) {
    const name = args.repository;
    if (context.dryRun)
      return wouldDo("add", { name }, () => `Would clone and register ${display(name)}`);
    refuseAgent("Adding a repository", context);
    const { client } = await openSession(context, "admin");
    const line = await client.addForgeRepository({ body: { name, target } });
    return {
      schema: "github.add",
      data: line,
      text: (style) =>
        `${style.paint("good", "added")} ${display(name)} as ${display(line.id)}; pull requests to ${display(line.target)} are reviewed from now on`,
      plain: [[line.id, name, line.target]],
    };
  },
});
