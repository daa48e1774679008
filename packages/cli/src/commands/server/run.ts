import { createLog, createMetrics } from "@countersign/engine";
import { z } from "zod";
import type { Run } from "../../context.ts";
import { runEngine } from "../../engine-process/run-engine.ts";
import { readOptions } from "../../given.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { chooseForegroundEnvironment } from "../../local-engine/settings/choose-environment.ts";
import { formerNameNote } from "../../local-engine/settings/former-names.ts";

const Options = z.object({ port: z.coerce.number().int().min(0).max(65_535).default(0) });

export const serverRun: Run = async ({ env, say }, given) => {
  const { port } = readOptions(given, Options);
  const files = localFiles(env);
  const note = formerNameNote(env);
  if (note !== null) say(note);
  const own = await chooseForegroundEnvironment(files, env);
  const metrics = createMetrics();
  const log = createLog({ write: say, onDropped: metrics.fieldsDropped });
  await runEngine({ files, env: own, port, log, metrics });
  return { schema: "server.run", data: { ended: true }, text: () => "" };
};
