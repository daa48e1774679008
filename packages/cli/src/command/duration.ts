import { durationMs } from "@countersign/core";
import { z } from "zod";

const DURATION = /^[1-9][0-9]{0,4}[smhd]$/;

/** The milliseconds of a duration such as `30s`, `8h` or `30d`; null for any other word. */
export function parseDuration(word: string): number | null {
  return DURATION.test(word) ? durationMs(word) : null;
}

/** The schema of an option that takes a duration; its value is in milliseconds. */
export function duration(example: string) {
  return z
    .string()
    .refine((word) => parseDuration(word) !== null, `must be a duration such as ${example}`)
    .transform(durationMs);
}
