import { CountersignError } from "@countersign/core";
import type { LogFields } from "./log-fields.ts";

const FRAMES = 4;
const FRAME = /^\s*at (?:async )?(?:([\w.$<>]+) \()?.*?([\w.$-]+\.[cm]?[jt]s:\d+):\d+\)?$/;

/**
 * Describes an error by type and origin, without its message.
 *
 * Messages can quote a command, a line of a file, or a URL with a password.
 */
export function describeError(error: unknown): Pick<LogFields, "error" | "code" | "where"> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : null;
  const code = errorCode(error) ?? (cause && errorCode(cause));
  const where = stackFrames(cause ?? error);
  return {
    error: errorName(error),
    ...(code !== null && { code }),
    ...(where !== "" && { where }),
  };
}

function errorName({ name }: Error): string {
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

function errorCode(error: Error): string | null {
  if (error instanceof CountersignError) return error.code;
  return "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Returns the innermost stack frames, without the message at the top of the stack. */
function stackFrames({ stack = "", message }: Error): string {
  const from = stack.indexOf(message);
  const frames = (message === "" || from < 0 ? stack : stack.slice(from + message.length))
    .split("\n")
    .flatMap((line) => {
      const [, caller, place] = FRAME.exec(line) ?? [];
      return place === undefined ? [] : [caller === undefined ? place : `${caller}:${place}`];
    });
  return frames
    .filter((frame) => frame.length <= 80)
    .slice(0, FRAMES)
    .join(" < ");
}
