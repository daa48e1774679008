import type { Spoken } from "./speak.ts";

/**
 * What to add after something changed; what was said before is not said again. Another screen is told as a
 * whole; on the same one, only its new lines and what is chosen now.
 */
export function announce(before: Spoken | null, now: Spoken): string[] {
  const notices = now.notices.filter((line) => before?.notices.includes(line) !== true);
  if (before === null || before.id !== now.id) {
    const whole = [now.name, ...now.lines, now.here, now.keys];
    return [...notices, ...whole.filter((line) => line !== "")];
  }
  const known = new Set(before.lines);
  const lines = now.lines.filter((line) => !known.has(line));
  const here = now.here === before.here ? [] : [now.here];
  return [...notices, ...lines, ...here].filter((line) => line !== "");
}
