import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SCHEMA_FILE, schemaText } from "./schema-text.ts";

it("schemas/countersign.schema.json is what the policy's schema says (npm run schema)", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(schemaText());
});
