/** Cells of a line's number. */
export const NUMBER_CELLS = 5;
const SIGN_CELLS = 3;
const SIDE_SIGN_CELLS = 2;

/** Cells for code in a row with both versions in one column. */
export function unifiedRoom(width: number): number {
  return Math.max(1, width - NUMBER_CELLS * 2 - SIGN_CELLS);
}

/** Cells of one of two sides. */
export function sideWidth(width: number): number {
  return Math.floor((width - 1) / 2);
}

/** Cells for code in one of two sides. */
export function sideRoom(width: number): number {
  return Math.max(1, sideWidth(width) - NUMBER_CELLS - SIDE_SIGN_CELLS);
}
