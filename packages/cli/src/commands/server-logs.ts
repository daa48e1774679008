import { z } from "zod";
import type { Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { tailLog } from "../local-engine/cap-log.ts";
import { localFiles } from "../local-engine/local-files.ts";
import { display } from "../output/display.ts";

const Options = z.object({ lines: z.coerce.number().int().min(1).max(100_000).default(50) });

export const serverLogs: Run = async ({ env }, given) => {
  const { lines } = readOptions(given, Options);
  const { log } = localFiles(env);
  const last = await tailLog(log, lines);
  return {
    schema: "server.logs",
    data: last,
    plain: last.map((line) => [line]),
    text: (style) =>
      last.length === 0 ? `${log} is empty` : last.map((line) => display(line, style)).join("\n"),
  };
};
