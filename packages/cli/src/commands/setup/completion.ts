import { CountersignError, closest } from "@countersign/core";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { SCRIPTS } from "../../completion/scripts.ts";

export const completion = defineCommand({
  usage: "completion <shell>",
  examples: [
    'eval "$(countersign completion bash)"',
    "countersign completion fish > ~/.config/fish/completions/countersign.fish",
  ],

  takes: ["bash", "zsh", "fish", "pwsh"],
  output: {
    "completion.show": z.object({
      shell: z.enum(["bash", "zsh", "fish", "pwsh"]),
      script: z.string(),
    }),
  },
  async run(_context, { args }) {
    const shell = args.shell;
    const script = new Map<string, string>(Object.entries(SCRIPTS)).get(shell);
    if (script === undefined) {
      const meant = closest(shell, Object.keys(SCRIPTS));
      const guess = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
      throw new CountersignError("invalid_input", `Unknown shell "${shell}"${guess}`, {
        hint: `Supported shells: ${Object.keys(SCRIPTS).join(", ")}`,
      });
    }
    return {
      schema: "completion.show",
      data: { shell, script },
      text: () => script,
    };
  },
});
