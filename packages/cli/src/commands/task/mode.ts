import { CountersignError, closest, Mode } from "@countersign/core";
import { defineCommand } from "../../command/define-command.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { MODE_HELP } from "../../help/modes.ts";
import { Decided } from "../../output-schemas/outcomes.ts";

export const taskMode = defineCommand({
  usage: "mode <id> <mode>",
  examples: ["countersign task mode cs-ab12 per-task", "countersign task mode . batch"],

  takes: "task",
  output: {
    "task.mode": Decided,
  },
  async run(context, { args }) {
    const mode = readMode(args.mode);
    return await sendDecision(context, {
      verb: "mode",
      done: `mode ${mode} for`,
      word: args.id,
      send: async ({ client }, { id }, shown) =>
        await client.changeMode({ task: id, body: { ...shown, mode } }),
    });
  },
});

function readMode(word: string): Mode {
  const read = Mode.safeParse(word);
  if (read.success) return read.data;
  const meant = closest(word, Object.keys(MODE_HELP));
  const hint = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  throw new CountersignError("invalid_input", `Unknown mode "${word}"${hint}`, {
    hint: "List modes: countersign help modes",
  });
}
