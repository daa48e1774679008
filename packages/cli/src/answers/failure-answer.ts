import { ErrorAnswer } from "@countersign/api";
import { z } from "zod";

/** What is told of a refusal, as on stderr. */
export const FailureAnswer = ErrorAnswer.shape.error
  .pick({ code: true, message: true, hint: true, retryable: true })
  .extend({ docs: z.string() });
