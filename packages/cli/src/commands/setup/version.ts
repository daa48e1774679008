import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { columns } from "../../output/columns.ts";
import { VERSION } from "../../runtime/version.ts";

export const version = defineCommand({
  usage: "version",
  examples: ["countersign version", "countersign version --json"],

  output: {
    "version.show": z.object({ countersign: z.string(), node: z.string(), system: z.string() }),
  },
  async run() {
    const versions = {
      countersign: VERSION,
      node: process.versions.node,
      system: `${process.platform} ${process.arch}`,
    };
    return {
      schema: "version.show",
      data: versions,
      text: () => columns(Object.entries(versions)),
      plain: Object.entries(versions),
    };
  },
});
