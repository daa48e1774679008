import { Invitation } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const personInvite = defineCommand({
  usage: "invite <name>",
  examples: ["countersign person invite ana", "countersign person invite kim --admin"],
  options: {
    admin: flag("--admin", "allow administration in the browser after a fresh sign-in"),
  },

  output: {
    "person.invite": Invitation,
  },
  async run(context, { args, options }) {
    const actor = args.name;
    const canAdminister = options.admin === true;
    if (context.dryRun) {
      const text = `Would invite ${display(actor)}`;
      return wouldDo("invite", { actor, canAdminister }, () => text);
    }
    const session = await openSession(context, "admin");
    // An agent that invites a person could approve with an account of its own.
    requirePersonAtTerminal(context, session);
    const invitation = await session.client.invitePerson({ body: { actor, canAdminister } });
    return {
      schema: "person.invite",
      data: invitation,
      text: () =>
        `${invitation.url}\n\nIt is shown once. Send it to ${display(actor)}: it works once, for 24 hours.`,
      plain: [[invitation.url]],
    };
  },
});
