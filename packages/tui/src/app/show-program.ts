import { createPainter } from "../terminal/create-painter.ts";
import { writeRows } from "../terminal/write-rows.ts";
import type { Look } from "../theme/look.ts";
import { draw } from "./draw.ts";
import type { Program } from "./program.ts";

/** What a program shows, on the terminal. */
export type Screen = {
  /** Paints everything again, whatever has written over it. */
  repaint(): void;
  /** Nothing is painted while something else has the terminal; then all of it is. */
  away(work: () => Promise<void>): Promise<void>;
  /** Nothing is painted any more. */
  close(): void;
};

/** The terminal, as far as it is painted on. */
export type Surface = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
};

/** Shows every change of the program at once. */
export function showProgram(
  { read, subscribe }: Pick<Program, "read" | "subscribe">,
  look: Look,
  surface: Surface,
): Screen {
  const painter = createPainter((text) => surface.write(text));
  let isClosed = false;
  /** How many have the terminal. */
  let lent = 0;
  let size = "";
  const paint = (): void => {
    if (isClosed || lent > 0) return;
    const { columns, rows } = surface;
    // A terminal of another size has moved what was on it in its own way.
    if (size !== `${columns}x${rows}`) painter.forget();
    size = `${columns}x${rows}`;
    // The size of the terminal wins over what the program last heard of it: nothing is ever too large.
    const drawn = draw({ ...read(), size: { columns, rows } });
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
