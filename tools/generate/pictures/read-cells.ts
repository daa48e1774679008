import type { IBufferCell, Terminal } from "@xterm/headless";

/** A number is one of the 256 colours, a text is `#rrggbb`; undefined is the terminal's default. */
type Colour = number | string | undefined;

export type Cell = {
  readonly text: string;
  /** The number of columns; 0 if the cell belongs to the previous one. */
  readonly width: number;
  readonly ink: Colour;
  readonly ground: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
};

export const EMPTY_CELL: Cell = {
  text: "",
  width: 1,
  ink: undefined,
  ground: undefined,
  bold: false,
  dim: false,
  inverse: false,
};

/** Reads the cells of a terminal. */
export function readCells({ buffer, cols, rows }: Terminal): Cell[][] {
  const shown = buffer.active;
  return Array.from({ length: rows }, (_, row) => {
    const line = shown.getLine(shown.viewportY + row);
    return Array.from({ length: cols }, (_, column) => {
      const cell = line?.getCell(column);
      return cell === undefined ? EMPTY_CELL : cellOf(cell);
    });
  });
}

function cellOf(cell: IBufferCell): Cell {
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    ink: cell.isFgDefault() ? undefined : colourOf(cell.isFgRGB(), cell.getFgColor()),
    ground: cell.isBgDefault() ? undefined : colourOf(cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

function colourOf(isExact: boolean, value: number): Colour {
  return isExact ? `#${value.toString(16).padStart(6, "0")}` : value;
}
