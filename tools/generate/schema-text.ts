import { configJsonSchema } from "../../packages/cli/src/config-file/config-json-schema.ts";

export const SCHEMA_FILE = new URL("../../schemas/countersign.schema.json", import.meta.url);

export function schemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}
