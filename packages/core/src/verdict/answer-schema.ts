import { z } from "zod";
import { ObjectId } from "../kernel/ids.ts";
import { Severity } from "../policy/words.ts";
import { Opinion } from "./schema.ts";

/** How many findings of one answer are read; the rest is refused. */
export const MAX_FINDINGS = 200;

/** Every key is required and may be null, since some models' strict mode knows no optional keys. */
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

/** The form a reviewer is asked to answer in. `parseAnswer()` reads it, and forgives more. */
export const AnswerSchema = z.strictObject({
  completed: z.literal(true),
  nonce: z.string(),
  tree: ObjectId,
  verdict: Opinion,
  summary: z.string(),
  findings: z.array(AnsweredFinding).max(MAX_FINDINGS),
});

/** The same form for reviewers that take a JSON Schema. An own registry keeps global metadata out of it. */
export function answerJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(AnswerSchema, { target: "draft-07", metadata: z.registry() });
}
