import { resolve } from "node:path";
import { countText } from "@countersign/review";
import { refuseAgent } from "../../caller/require-owner.ts";
import type { Run } from "../../context.ts";
import { restoreBackup } from "../../engine-process/restore-backup.ts";
import { argument } from "../../given.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverRestore: Run = async ({ env, directory, dryRun }, given) => {
  const file = resolve(env.PWD ?? directory, argument(given));
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
};
