import type { ScreenText } from "./screen-text.ts";

/** The lines to add after a change: all of another screen; of the same one only new lines and the chosen entry. */
export function announce(before: ScreenText | null, now: ScreenText): string[] {
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
