import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { option } from "../../command/options.ts";
import { tailLog } from "../../local-engine/files/cap-log.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { EngineLogLine, RawLine } from "../../local-engine/files/log-line.ts";
import { display } from "../../output/display.ts";
import { logLineText, readLogLine } from "./log-lines.ts";

export const serverLogs = defineCommand({
  usage: "logs",
  examples: ["countersign server logs", "countersign server logs --lines 500"],
  options: {
    lines: option(
      "--lines <n>",
      z.coerce.number().int().min(1).max(100_000).default(50),
      "number of lines to print (default: 50)",
    ),
  },

  output: {
    "server.logs": z.array(z.union([EngineLogLine, RawLine])),
  },
  async run({ env }, { options }) {
    const { lines } = options;
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
  },
});
