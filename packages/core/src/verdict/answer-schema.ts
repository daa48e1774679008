import { z } from "zod";
import { ObjectId } from "../kernel/ids.ts";
import { Severity } from "../policy/words.ts";
import { Opinion } from "./schema.ts";

/** Maximum findings of one answer. The rest is refused. */
export const MAX_FINDINGS = 200;

/** Every key is required and nullable, because the strict mode of some models has no optional keys. */
const AnsweredFinding = z.strictObject({
  severity: Severity,
  category: z.string(),
  ruleId: z.string().nullable(),
  file: z.string().nullable(),
  line: z.int().min(1).nullable(),
  endLine: z.int().min(1).nullable(),
  quote: z.string().nullable(),
  message: z.string(),
  recommendation: z.string().nullable(),
  satisfiedWhen: z.string().nullable(),
  confidence: z.number().min(0).max(1).nullable(),
});

/** The format that a reviewer is asked to answer in. `parseAnswer()` accepts more. */
export const AnswerSchema = z.strictObject({
  completed: z.literal(true),
  nonce: z.string(),
  tree: ObjectId,
  verdict: Opinion,
  summary: z.string(),
  findings: z.array(AnsweredFinding).max(MAX_FINDINGS),
});

/** The same format as JSON Schema. A separate registry keeps global metadata out of it. */
export function answerJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(AnswerSchema, { target: "draft-07", metadata: z.registry() });
}
