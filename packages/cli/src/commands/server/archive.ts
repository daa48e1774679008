import { resolve } from "node:path";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { archiveEngineMonth } from "../../engine-process/move-month.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { MovedMonth, movedText, requireMonth } from "./moved-month.ts";

export const serverArchive = defineCommand({
  usage: "archive <month> <file>",
  examples: [
    "countersign server archive 2026-09 ~/countersign-2026-09.jsonl.gz",
    "countersign server archive 2026-09 ~/countersign-2026-09.jsonl.gz --json=sha256",
  ],

  output: {
    "server.archive": MovedMonth,
  },
  async run({ env, directory, dryRun }, { args }) {
    const file = resolve(env.PWD ?? directory, args.file);
    const month = requireMonth(args.month);
    if (dryRun)
      return wouldDo(
        "archive",
        { month, file },
        (style) => `Would move the log of ${month} to ${display(file, style)}`,
      );
    refuseAgent("Archiving a month", { env });
    const moved = await archiveEngineMonth(localFiles(env), env, { month, file });
    return {
      schema: "server.archive",
      data: { file, ...moved },
      text: (style) =>
        `Moved ${movedText(moved)} of ${month} to ${display(file, style)}. It is the only copy: back it up.`,
      plain: [[file, String(moved.tasks), String(moved.entries), moved.sha256]],
    };
  },
});
