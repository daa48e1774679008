import { policyJsonSchema } from "@countersign/core";
import type { Run } from "../context.ts";

export const configSchema: Run = async () => {
  const schema = policyJsonSchema();
  return {
    schema: "config.schema",
    data: schema,
    text: () => JSON.stringify(schema, null, 2),
  };
};
