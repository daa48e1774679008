import { answerJsonSchema } from "@countersign/core";

/** JSON Schema of a reviewer's answer. */
export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = Object.freeze({
  ...answerJsonSchema(),
});

/** The schema as text for a prompt. */
export const ANSWER_SCHEMA_TEXT = JSON.stringify(ANSWER_SCHEMA);
