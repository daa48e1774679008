import { AuditView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { openSession } from "../../client/open-session.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirmUnseen, promptText } from "../../terminal/prompts.ts";

/** Accepts the printed loss, or the loss after the named seal, and refuses any other. */
export const auditAccept = defineCommand({
  usage: "accept",
  examples: [
    "countersign audit accept --reason 'restored last night'",
    "countersign audit accept --dry-run",
  ],
  options: {
    reason: text("--reason <text>", "why it is missing"),
    seal: text(
      "--seal <name>",
      "the lost seal you reviewed, as --dry-run prints it; required in scripts",
    ),
  },

  output: {
    "audit.accept": AuditView,
  },
  async run(context, { options }) {
    const session = await openSession(context);
    const shown = await session.client.audit();
    const { problem } = shown;
    if (context.dryRun) {
      const text =
        problem === null
          ? "Nothing is missing"
          : `Would accept this: ${display(problem)}\nIn scripts: --seal ${sealName(shown)}`;
      return wouldDo("accept", { problem, seal: sealName(shown) }, () => text);
    }
    requirePersonAtTerminal(context, session);
    await requireNamed(context, shown, options.seal);
    const question = { option: "--reason", question: "Why is it missing?" };
    const reason = await promptText(context, options.reason, question);
    const outside = shown.outside?.hash ?? null;
    const inside = shown.last?.hash ?? null;
    const state = await session.client.acceptLoss({ body: { outside, inside, reason } });
    const number = state.last?.body.number ?? 0;
    return {
      schema: "audit.accept",
      data: state,
      text: (style) =>
        `${style.paint("good", "accepted")} with seal ${number}; sealing and merging continue`,
      plain: [[String(number)]],
    };
  },
});

/** The last seal outside the database, by number and hash. */
function sealName({ outside }: AuditView): string {
  return outside === null ? "none" : `${outside.body.number}:${outside.hash.slice(0, 12)}`;
}

async function requireNamed(
  context: CommandContext,
  shown: AuditView,
  named: string | undefined,
): Promise<void> {
  const name = sealName(shown);
  if (named === name) return;
  if (named !== undefined)
    throw new CountersignError("stale_content", `The lost seal is ${name}, not ${named}`, {
      hint: "Review it: countersign audit accept --dry-run",
    });
  context.say(display(shown.problem ?? "Nothing is missing."));
  const hint = `Review it: countersign audit accept --dry-run. In scripts: --seal ${name}`;
  if (!context.ask.allowed)
    throw new CountersignError("stale_content", "You have not reviewed the lost seal", { hint });
  await confirmUnseen(context, `Accept this loss (${name})?`);
}
