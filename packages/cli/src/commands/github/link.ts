import { z } from "zod";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { accountNumber } from "./account-number.ts";

export const githubLink = defineCommand({
  usage: "link <person> <account>",
  examples: [
    "countersign github link ana 583231 --login octocat",
    "countersign github link ana 583231 --dry-run",
  ],
  options: {
    login: text("--login <login>", "the account's login, as CODEOWNERS names it"),
  },

  output: {
    "github.link": z.object({ account: z.int(), login: z.string(), person: z.string() }),
  },
  async run(context, { args, options }) {
    const account = accountNumber(args.account);
    const link = { account, login: options.login ?? "unknown", person: args.person };
    const names = `the GitHub account ${account} to ${display(link.person)}`;
    if (context.dryRun) return wouldDo("link", link, () => `Would link ${names}`);
    const session = await openSession(context, "admin");
    // An agent that links its own account to a person could approve as that person.
    requirePersonAtTerminal(context, session);
    await session.client.linkForgeAccount({ body: link });
    return {
      schema: "github.link",
      data: link,
      text: () => `Linked ${names}. Reviews by this account now count as theirs.`,
      plain: [[String(account), link.person]],
    };
  },
});
