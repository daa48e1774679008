import { CountersignError, durationMs } from "@countersign/core";

/** Ends the program when the time that `--timeout` names is over. */
export function startTimeout(time: string, fail: (error: unknown) => Promise<never>): void {
  const ms = read(time);
  const timer = setTimeout(
    () => void fail(new CountersignError("timed_out", `Not done after ${time}`)),
    ms,
  );
  timer.unref();
}

function read(time: string): number {
  const isTime = /^[1-9][0-9]{0,4}(?:s|m|h|d)$/.test(time);
  if (isTime) return durationMs(time);
  throw new CountersignError("invalid_input", `--timeout: "${time}" is not a time`, {
    hint: "Write a number with s, m or h, such as 30s",
  });
}
