import { answerJsonSchema } from "@countersign/core";

/** The form of an answer, made once. */
export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = Object.freeze({
  ...answerJsonSchema(),
});

/** The schema as text for a prompt. */
export const ANSWER_SCHEMA_TEXT = JSON.stringify(ANSWER_SCHEMA);
