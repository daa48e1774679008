import { resolve } from "node:path";
import { countText } from "@countersign/review";
import { z } from "zod";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { restoreEngineMonth } from "../../engine-process/move-month.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverUnarchive = defineCommand({
  usage: "unarchive <file>",
  examples: [
    "countersign server unarchive ~/countersign-2026-09.jsonl.gz",
    "countersign server unarchive ~/countersign-2026-09.jsonl.gz --json=month",
  ],

  output: {
    "server.unarchive": z.object({
      month: z.string(),
      file: z.string(),
      tasks: z.int(),
      entries: z.int(),
      sha256: z.string(),
    }),
  },
  async run({ env, directory, dryRun }, { args }) {
    const file = resolve(env.PWD ?? directory, args.file);
    if (dryRun)
      return wouldDo("unarchive", { file }, (style) => `Would restore ${display(file, style)}`);
    refuseAgent("Restoring a month", { env });
    const moved = await restoreEngineMonth(localFiles(env), env, file);
    const what = `${countText(moved.entries, "entry", "entries")} of ${countText(moved.tasks, "task")}`;
    return {
      schema: "server.unarchive",
      data: { file, ...moved },
      text: () => `Restored ${what} of ${moved.month}.`,
      plain: [[moved.month, String(moved.tasks), String(moved.entries)]],
    };
  },
});
