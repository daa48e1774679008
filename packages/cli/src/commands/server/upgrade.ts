import { z } from "zod";
import { refuseAgent } from "../../caller/require-owner.ts";
import { defineCommand } from "../../command/define-command.ts";
import { upgradeEngine } from "../../engine-process/upgrade-engine.ts";
import { ensureEngine } from "../../local-engine/ensure-engine.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { VERSION } from "../../runtime/version.ts";

export const serverUpgrade = defineCommand({
  usage: "upgrade",
  examples: ["countersign server upgrade", "countersign server upgrade --dry-run"],

  output: {
    "server.upgrade": z.object({
      version: z.string(),
      backup: z.string(),
      bytes: z.int(),
      url: z.url(),
      pid: z.int(),
    }),
  },
  async run({ env, program, say, dryRun }) {
    const files = localFiles(env);
    const { directory } = files;
    if (dryRun)
      return wouldDo(
        "upgrade",
        { directory, version: VERSION },
        () => `Would stop the engine, back up, bring its database to ${VERSION} and start it`,
      );
    refuseAgent("Upgrading the engine", { env });
    const { backup, bytes } = await upgradeEngine(files, env);
    const onStart = () => say("Starting the local engine ...");
    const { url, pid } = await ensureEngine({ files, program, env, onStart, reason: "server_up" });
    return {
      schema: "server.upgrade",
      data: { version: VERSION, backup, bytes, url, pid },
      text: (style) =>
        `The engine is ${VERSION} now, at ${url}. What was before is in ${display(backup, style)}`,
      plain: [[VERSION, backup]],
    };
  },
});
