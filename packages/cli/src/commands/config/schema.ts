import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { configJsonSchema } from "../../config-file/config-json-schema.ts";

export const configSchema = defineCommand({
  usage: "schema",
  examples: [
    "countersign config schema > countersign.schema.json",
    "countersign config schema --json",
  ],

  output: {
    "config.schema": z.looseObject({ $schema: z.string() }),
  },
  async run() {
    const schema = configJsonSchema();
    return {
      schema: "config.schema",
      data: schema,
      text: () => JSON.stringify(schema, null, 2),
    };
  },
});
