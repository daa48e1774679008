import { policyJsonSchema } from "../packages/core/src/policy/json-schema.ts";

export const SCHEMA_FILE = new URL("../schemas/countersign.schema.json", import.meta.url);

export function schemaText(): string {
  return `${JSON.stringify({ title: "countersign.jsonc", ...policyJsonSchema() }, null, 2)}\n`;
}
