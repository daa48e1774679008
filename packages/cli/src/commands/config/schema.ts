import { configJsonSchema } from "../../config-file/config-json-schema.ts";
import type { Run } from "../../context.ts";

export const configSchema: Run = async () => {
  const schema = configJsonSchema();
  return {
    schema: "config.schema",
    data: schema,
    text: () => JSON.stringify(schema, null, 2),
  };
};
