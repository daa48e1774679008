import { z } from "zod";
import { PolicyFile } from "./schema.ts";

/** The JSON Schema of the policy file, for editors and other tools. */
export function policyJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(PolicyFile, { io: "input", target: "draft-2020-12" });
}
