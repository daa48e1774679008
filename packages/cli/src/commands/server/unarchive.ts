import { resolve } from "node:path";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { restoreEngineMonth } from "../../engine-process/move-month.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { MovedMonth, movedText } from "./moved-month.ts";

export const serverUnarchive = defineCommand({
  usage: "unarchive <file>",
  examples: [
    "countersign server unarchive ~/countersign-2026-09.jsonl.gz",
    "countersign server unarchive ~/countersign-2026-09.jsonl.gz --json=month",
  ],

  output: {
    "server.unarchive": MovedMonth,
  },
  async run({ env, directory, dryRun }, { args }) {
    const file = resolve(env.PWD ?? directory, args.file);
    if (dryRun)
      return wouldDo("unarchive", { file }, (style) => `Would restore ${display(file, style)}`);
    refuseAgent("Restoring a month", { env });
    const moved = await restoreEngineMonth(localFiles(env), env, file);
    return {
      schema: "server.unarchive",
      data: { file, ...moved },
      text: () => `Restored ${movedText(moved)} of ${moved.month}.`,
      plain: [[moved.month, String(moved.tasks), String(moved.entries)]],
    };
  },
});
