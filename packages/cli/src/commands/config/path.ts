import { readConfigFile } from "../../config-file/config-file.ts";
import type { Run } from "../../context.ts";
import { display } from "../../output/display.ts";

export const configPath: Run = async ({ directory, env }) => {
  const { path, text } = await readConfigFile(directory, env.COUNTERSIGN_CONFIG);
  return {
    schema: "config.path",
    data: { path, exists: text !== null },
    text: (style) => display(path, style),
    plain: [[path]],
  };
};
