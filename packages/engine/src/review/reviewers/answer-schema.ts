import { answerJsonSchema } from "@countersign/core";

/** The form of an answer, made once. */
export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = Object.freeze({
  ...answerJsonSchema(),
});

/** The same as it stands in a question. */
export const ANSWER_SCHEMA_TEXT = JSON.stringify(ANSWER_SCHEMA);
