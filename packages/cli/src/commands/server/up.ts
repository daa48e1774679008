import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { ensureEngine } from "../../local-engine/ensure-engine.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { findEngine } from "../../local-engine/find-engine.ts";
import { formerNameNote } from "../../local-engine/settings/former-names.ts";
import { wouldDo } from "../../output/would-do.ts";
import { RunningEngine } from "../../output-schemas/setup.ts";

export const serverUp = defineCommand({
  usage: "up",
  examples: [
    "countersign server up",
    "COUNTERSIGN_DATABASE_URL=postgres://... countersign server up",
  ],

  output: {
    "server.up": RunningEngine.extend({ started: z.boolean() }),
  },
  async run({ env, program, say, dryRun }) {
    const files = localFiles(env);
    const before = await findEngine(files);
    if (dryRun && before === null) {
      const text = `Would start the engine, with its data in ${files.directory}`;
      return wouldDo("up", { directory: files.directory }, () => text);
    }
    const note = formerNameNote(env);
    if (note !== null) say(note);
    const onStart = () => say("Starting the local engine ...");
    const run =
      before ?? (await ensureEngine({ files, program, env, onStart, reason: "server_up" }));
    const how = before === null ? "started" : "runs already";
    return {
      schema: "server.up",
      data: { ...run, started: before === null },
      text: (style) =>
        `${style.paint("good", how)} at ${run.url}, process ${run.pid}, data in ${files.directory}`,
      plain: [[run.url, String(run.pid)]],
    };
  },
});
