import { z } from "zod";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { findEngineLockHolder } from "../../local-engine/engine-lock.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { stopEngine } from "../../local-engine/stop-engine.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverDown = defineCommand({
  usage: "down",
  examples: ["countersign server down", "countersign server down && countersign server up"],

  output: {
    "server.down": z.object({ stopped: z.boolean(), pid: z.int().nullable() }),
  },
  async run({ env, dryRun }) {
    const files = localFiles(env);
    if (dryRun) {
      const pid = (await findEngineLockHolder(files.place))?.pid ?? null;
      const text = pid === null ? "No engine is running." : `Would stop the engine, process ${pid}`;
      return wouldDo("down", { pid }, () => text);
    }
    refuseAgent("Stopping the engine", { env });
    const pid = await stopEngine(files);
    return {
      schema: "server.down",
      data: { stopped: pid !== null, pid },
      text: () => (pid === null ? "No engine is running." : `Stopped the engine, process ${pid}.`),
    };
  },
});
