import { resolve } from "node:path";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { backUpEngine } from "../../engine-process/back-up-engine.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverBackup = defineCommand({
  usage: "backup <file>",
  examples: [
    "countersign server backup ~/countersign.jsonl",
    "countersign server backup ~/countersign.jsonl --json=bytes",
  ],

  output: {
    "server.backup": z.object({ file: z.string(), bytes: z.int() }),
  },
  async run({ env, directory, dryRun }, { args }) {
    const file = resolve(env.PWD ?? directory, args.file);
    if (dryRun)
      return wouldDo("backup", { file }, (style) => `Would write ${display(file, style)}`);
    const { bytes } = await backUpEngine(localFiles(env), env, file);
    return {
      schema: "server.backup",
      data: { file, bytes },
      text: (style) =>
        `Wrote ${display(file, style)}, ${bytes} bytes. Keep it where others cannot.`,
      plain: [[file, String(bytes)]],
    };
  },
});
