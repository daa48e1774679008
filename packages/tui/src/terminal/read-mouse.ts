/** A mouse event and its position: columns and rows from 0. */
export type MouseEvent = {
  readonly is: "press" | "up" | "down";
  readonly column: number;
  readonly row: number;
};

const REPORT = /^\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/;
const LEFT = 0;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** The bits that Shift, Alt and Ctrl add to the button. */
const MODIFIERS = 4 + 8 + 16;

/**
 * Parses a mouse report (SGR, without the leading escape): presses of the first button and turns of
 * the wheel. Returns null if it is not a report, and "nothing" if the report has no meaning here.
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
