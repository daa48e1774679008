import { CountersignError } from "@countersign/core";
import type { LogFields } from "./log-fields.ts";

const FRAMES = 4;
const FRAME = /^\s*at (?:async )?(?:([\w.$<>]+) \()?.*?([\w.$-]+\.[cm]?[jt]s:\d+):\d+\)?$/;

/**
 * What an error is and where it arose, without its message.
 *
 * Messages quote what they are about: a command, a line of a file, an address with a password in it.
 */
export function describeError(error: unknown): Pick<LogFields, "error" | "code" | "where"> {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? error.cause : null;
  const code = codeOf(error) ?? (cause && codeOf(cause));
  const where = framesOf(cause ?? error);
  return {
    error: nameOf(error),
    ...(code !== null && { code }),
    ...(where !== "" && { where }),
  };
}

function nameOf({ name }: Error): string {
  return /^\w{1,60}$/.test(name) ? name : "Error";
}

function codeOf(error: Error): string | null {
  if (error instanceof CountersignError) return error.code;
  return "code" in error && typeof error.code === "string" ? error.code : null;
}

/** The innermost places in files; the message comes before them in a stack and is cut off. */
function framesOf({ stack = "", message }: Error): string {
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
