import { createLog, createMetrics } from "@countersign/engine";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { option } from "../../command/options.ts";
import { PROCESS_ROLES } from "../../engine-process/compose-engine.ts";
import { runEngine } from "../../engine-process/run-engine.ts";
import { PublicUrl } from "../../engine-process/serve-engine.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { chooseForegroundEnvironment } from "../../local-engine/settings/choose-environment.ts";
import { formerNameNote } from "../../local-engine/settings/former-names.ts";

export const serverRun = defineCommand({
  usage: "run",
  examples: [
    "countersign server run --port 4711 --public-url https://cs.example.com",
    "countersign server run --role worker",
  ],
  options: {
    port: option(
      "--port <n>",
      z.coerce.number().int().min(0).max(65_535).default(0),
      "port on the loopback address (default: any free port)",
    ),
    publicUrl: option(
      "--public-url <url>",
      PublicUrl.optional(),
      "https URL of your TLS proxy for this engine (default: only this machine)",
    ),
    role: option(
      "--role <role>",
      z.enum(PROCESS_ROLES).default("both"),
      "api: only answer requests; worker: only run jobs (default: both)",
    ),
  },

  output: {
    "server.run": z.object({ ended: z.boolean() }),
  },
  async run({ env, say }, { options }) {
    const { port, publicUrl = null, role } = options;
    const files = localFiles(env);
    const note = formerNameNote(env);
    if (note !== null) say(note);
    const own = await chooseForegroundEnvironment(files, env);
    const metrics = createMetrics();
    const log = createLog({ write: say, onDropped: metrics.fieldsDropped });
    await runEngine({ files, env: own, port, publicUrl, role, log, metrics });
    return { schema: "server.run", data: { ended: true }, text: () => "" };
  },
});
