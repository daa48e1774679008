import { defineCommand } from "../../command/define-command.ts";
import { editConfig } from "../../config-file/edit-config.ts";
import { ConfigEdit } from "../../output-schemas/setup.ts";

export const configUnset = defineCommand({
  usage: "unset <key>",
  examples: [
    "countersign config unset limits.attempts",
    "countersign config unset panel --dry-run",
  ],

  output: {
    "config.unset": ConfigEdit,
  },
  async run(context, { args }) {
    return await editConfig(context, { verb: "unset", key: args.key, value: undefined });
  },
});
