import { resolve } from "node:path";
import type { Run } from "../../context.ts";
import { backUpEngine } from "../../engine-process/back-up-engine.ts";
import { argument } from "../../given.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";

export const serverBackup: Run = async ({ env, directory, dryRun }, given) => {
  const file = resolve(env.PWD ?? directory, argument(given));
  if (dryRun) return wouldDo("backup", { file }, (style) => `Would write ${display(file, style)}`);
  const { bytes } = await backUpEngine(localFiles(env), env, file);
  return {
    schema: "server.backup",
    data: { file, bytes },
    text: (style) => `Wrote ${display(file, style)}, ${bytes} bytes. Keep it where others cannot.`,
    plain: [[file, String(bytes)]],
  };
};
