import { ERRORS, type ErrorCode } from "@countersign/core";
import { z } from "zod";

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

/** The format of every refusal. */
export const ErrorAnswer = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** The recommended next step. */
    hint: z.string().nullable(),
    /** The URL that explains this kind of refusal. */
    docs: z.string().nullable(),
    /** The same call may succeed later. */
    retryable: z.boolean(),
    /** Values that the message refers to, by name. */
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
