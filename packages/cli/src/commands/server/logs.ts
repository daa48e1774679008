import { z } from "zod";
import type { Run } from "../../context.ts";
import { readOptions } from "../../given.ts";
import { tailLog } from "../../local-engine/files/cap-log.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import { logLineText, readLogLine } from "./log-lines.ts";

const Options = z.object({ lines: z.coerce.number().int().min(1).max(100_000).default(50) });

export const serverLogs: Run = async ({ env }, given) => {
  const { lines } = readOptions(given, Options);
  const { log } = localFiles(env);
  const last = await tailLog(log, lines);
  const said = last.map(readLogLine);
  return {
    schema: "server.logs",
    data: said,
    plain: last.map((line) => [display(line)]),
    text: (style) =>
      said.length === 0
        ? `${log} is empty`
        : said.map((line) => logLineText(line, style)).join("\n"),
  };
};
