import { CountersignError, type ErrorDetails } from "../kernel/errors.ts";

export type Refusal = { code: string; message: string; details: ErrorDetails };

/** How a command was refused; a command that was not refused fails the test. */
export function refusal(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
  throw new Error("the command was not refused");
}
