import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { findEngine } from "../../local-engine/find-engine.ts";
import { ageText } from "../../output/words.ts";
import { RunningEngine } from "../../output-schemas/setup.ts";
import { EXIT_CODES } from "../../runtime/exit-codes.ts";

export const serverStatus = defineCommand({
  usage: "status",
  examples: ["countersign server status", "countersign server status --json=url"],

  output: {
    "server.status": RunningEngine.partial().extend({
      running: z.boolean(),
      directory: z.string(),
      log: z.string(),
    }),
  },
  async run({ env }) {
    const files = localFiles(env);
    const run = await findEngine(files);
    return {
      schema: "server.status",
      data: { running: run !== null, directory: files.directory, log: files.log, ...run },
      exitCode: run === null ? EXIT_CODES.unreachable.code : 0,
      text: () =>
        run === null
          ? `No engine is running. It starts automatically when needed; its data is in ${files.directory}`
          : `Engine ${run.version} at ${run.url}, process ${run.pid}, for ${ageText(run.startedMs)}; data in ${files.directory}`,
    };
  },
});
