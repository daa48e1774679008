import { CountersignError } from "@countersign/core";
import { parseDuration } from "../command/duration.ts";

/** Counts the time that `--timeout` names: `over` fails when it has passed, unless it is stopped before. */
export function startTimeout(time: string): { over: Promise<never>; stop(): void } {
  const ms = read(time);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const error = new CountersignError("timed_out", `Timed out after ${time}`);
    timer = setTimeout(() => reject(error), ms);
  });
  return { over, stop: () => clearTimeout(timer) };
}

function read(time: string): number {
  const ms = parseDuration(time);
  if (ms !== null) return ms;
  throw new CountersignError("invalid_input", `--timeout: "${time}" is not a time`, {
    hint: "Use a number with s, m or h, such as 30s",
  });
}
