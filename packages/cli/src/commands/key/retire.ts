import { KeyLine } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { forgetSigningKey } from "../../client/signing-keys.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const keyRetire = defineCommand({
  usage: "retire <fingerprint>",
  examples: ["countersign key retire SHA256:4VJ7…", "countersign key retire SHA256:4VJ7… --admin"],
  options: {
    admin: flag("--admin", "retire a key of any person, as an administrator"),
  },
  output: {
    "key.retire": KeyLine,
  },
  async run(context, { args, options }) {
    const { fingerprint } = args;
    if (context.dryRun)
      return wouldDo("retire", { fingerprint }, () => `Would retire ${display(fingerprint)}`);
    const session = await openSession(context, options.admin === true ? "admin" : "human");
    requirePersonAtTerminal(context, session);
    const line = await session.client.retireKey({ fingerprint });
    await forgetSigningKey(session.files, fingerprint);
    return {
      schema: "key.retire",
      data: line,
      text: (style) =>
        `${style.paint("good", "retired")} ${line.fingerprint} of ${display(line.actor, style)}`,
      plain: [[line.fingerprint]],
    };
  },
});
