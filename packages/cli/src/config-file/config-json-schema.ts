import { policyJsonSchema } from "@countersign/core";
import { schemaUrl } from "../runtime/schema-address.ts";

/** Where editors find the schema of a configuration. */
export const CONFIG_SCHEMA = schemaUrl("countersign.schema.json");

/** The JSON Schema of `countersign.jsonc`, as it is published. */
export function configJsonSchema(): object {
  return { $id: CONFIG_SCHEMA, title: "countersign.jsonc", ...policyJsonSchema() };
}
