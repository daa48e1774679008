import { createPainter } from "../terminal/create-painter.ts";
import { writeRows } from "../terminal/write-rows.ts";
import type { Look } from "../theme/look.ts";
import { drawScreen } from "./draw-screen.ts";
import type { Program } from "./program.ts";

/** Shows a program on the terminal. */
export type Screen = {
  /** Repaints everything, because another program may have written over it. */
  repaint(): void;
  /** Pauses painting while another program uses the terminal, then repaints everything. */
  away(work: () => Promise<void>): Promise<void>;
  /** Stops painting. */
  close(): void;
};

/** The part of the terminal that the program paints on. */
export type Surface = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
};

/** Paints every change of the program at once. */
export function showProgram(
  { read, subscribe }: Pick<Program, "read" | "subscribe">,
  look: Look,
  surface: Surface,
): Screen {
  const painter = createPainter((text) => surface.write(text));
  let isClosed = false;
  /** The number of programs that currently use the terminal. */
  let lent = 0;
  let size = "";
  const paint = (): void => {
    if (isClosed || lent > 0) return;
    const { columns, rows } = surface;
    // A resized terminal has rearranged its content itself.
    if (size !== `${columns}x${rows}`) painter.forget();
    size = `${columns}x${rows}`;
    // Uses the terminal's current size, which may be newer than the program's, so nothing is drawn
    // too large.
    const drawn = drawScreen({ ...read(), size: { columns, rows } });
    painter.paint(writeRows(drawn, look.theme, look.ascii).split("\n"));
  };
  const repaint = (): void => {
    painter.forget();
    paint();
  };
  const forget = subscribe(paint);
  paint();
  return {
    repaint,
    async away(work) {
      lent += 1;
      try {
        await work();
      } finally {
        lent -= 1;
        repaint();
      }
    },
    close() {
      forget();
      isClosed = true;
    },
  };
}
