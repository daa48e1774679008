import { defineCommand } from "../../command/define-command.ts";
import { editConfig } from "../../config-file/edit-config.ts";
import { ConfigEdit } from "../../output-schemas/setup.ts";

export const configSet = defineCommand({
  usage: "set <key> <value>",
  examples: [
    "countersign config set limits.attempts 5",
    "countersign config set people.owner '[\"ada\"]'",
  ],

  output: {
    "config.set": ConfigEdit,
  },
  async run(context, { args }) {
    return await editConfig(context, {
      verb: "set",
      key: args.key,
      value: readValue(args.value),
    });
  },
});

/** JSON if it is some, else the text itself, so that words need no quotes. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
