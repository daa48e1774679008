import { AuditView } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { wouldDo } from "../../output/would-do.ts";

export const auditRotate = defineCommand({
  usage: "rotate",
  examples: ["countersign audit rotate", "countersign audit rotate --dry-run"],

  output: {
    "audit.rotate": AuditView,
  },
  async run(context) {
    if (context.dryRun) return wouldDo("rotate", {}, () => "Would change to a new key for seals");
    const session = await openSession(context, "admin");
    requirePersonAtTerminal(context, session);
    const state = await session.client.rotateSealKey({ body: {} });
    return {
      schema: "audit.rotate",
      data: state,
      text: (style) =>
        `${style.paint("good", "changed")}; give this key to the people who verify exports:\n${state.publicKey.trimEnd()}`,
      plain: [[state.publicKey.trimEnd()]],
    };
  },
});
