/** What a pointer did, and where: columns and rows from 0. */
export type MouseEvent = {
  readonly is: "press" | "up" | "down";
  readonly column: number;
  readonly row: number;
};

const REPORT = /^\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;
const LEFT = 0;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** Shift, Alt and Ctrl are added to the button. */
const MODIFIERS = 4 + 8 + 16;

/**
 * A report of the pointer (SGR, without the escape sign before it): presses of the first button and turns of
 * the wheel. Null: it is no report. "nothing": it is one that means nothing here.
 */
export function readMouse(input: string): MouseEvent | "nothing" | null {
  const read = REPORT.exec(input);
  if (read === null) return null;
  const button = Number(read[1]) & ~MODIFIERS;
  const place = { column: Number(read[2]) - 1, row: Number(read[3]) - 1 };
  if (button === WHEEL_UP) return { is: "up", ...place };
  if (button === WHEEL_DOWN) return { is: "down", ...place };
  return button === LEFT && read[4] === "M" ? { is: "press", ...place } : "nothing";
}
