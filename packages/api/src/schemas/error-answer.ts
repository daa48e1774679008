import { ERRORS, type ErrorCode } from "@countersign/core";
import { z } from "zod";

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

/** The one form of a refusal. */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** What to do about it. */
    hint: z.string().nullable(),
    /** Where this kind of refusal is explained. */
    docs: z.string().nullable(),
    /** The same call may succeed later. */
    retryable: z.boolean(),
    /** What the message is about, by name. */
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
