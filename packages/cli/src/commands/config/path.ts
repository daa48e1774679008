import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { readConfigFile } from "../../config-file/config-file.ts";
import { display } from "../../output/display.ts";

export const configPath = defineCommand({
  usage: "path",
  examples: ["countersign config path", "$EDITOR $(countersign config path)"],

  output: {
    "config.path": z.object({ path: z.string(), exists: z.boolean() }),
  },
  async run({ directory, env }) {
    const { path, text } = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
    return {
      schema: "config.path",
      data: { path, exists: text !== null },
      text: (style) => display(path, style),
      plain: [[path]],
    };
  },
});
