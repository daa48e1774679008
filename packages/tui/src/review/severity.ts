import { SIGNS } from "@countersign/review";
import { type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";

const MARKS: Readonly<Record<string, readonly [sign: string, paint: Paint]>> = {
  critical: [SIGNS.critical, "bad"],
  major: ["!", "bad"],
  warning: [SIGNS.warning, "warn"],
  info: [SIGNS.info, "faint"],
};

/** A sign of its own for each severity, never colour alone. */
export function severityMark(severity: string): Span {
  const [sign, paint] = MARKS[severity] ?? [SIGNS.info, "faint"];
  return span(sign, paint);
}
