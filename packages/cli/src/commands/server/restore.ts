import { resolve } from "node:path";
import { countText } from "@countersign/review";
import { z } from "zod";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { restoreBackup } from "../../engine-process/restore-backup.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverRestore = defineCommand({
  usage: "restore <file>",
  examples: [
    "countersign server restore ~/countersign.jsonl",
    "XDG_DATA_HOME=/srv/new countersign server restore ~/countersign.jsonl",
  ],

  output: {
    "server.restore": z.object({
      file: z.string(),
      tasks: z.int(),
      events: z.int(),
      jobs: z.int(),
    }),
  },
  async run({ env, directory, dryRun }, { args }) {
    const file = resolve(env.PWD ?? directory, args.file);
    if (dryRun)
      return wouldDo("restore", { file }, (style) => `Would restore ${display(file, style)}`);
    refuseAgent("Restoring a backup", { env });
    const { tasks, events, jobs } = await restoreBackup(localFiles(env), env, file);
    const what = `${countText(tasks, "task")} with ${countText(events, "event")}; ${countText(jobs, "job")} go on`;
    return {
      schema: "server.restore",
      data: { file, tasks, events, jobs },
      text: () => `Restored ${what} when the engine starts.`,
      plain: [[String(tasks), String(events), String(jobs)]],
    };
  },
});
