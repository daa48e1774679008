import { cellColours, GROUND } from "./colours.ts";
import { drawLine } from "./draw-line.ts";
import type { Picture } from "./pictures.ts";
import type { Cell } from "./read-cells.ts";

/** The size of a cell in pixels; whole numbers, so that cells join. */
export const CELL = { width: 9, height: 20 };
/** The distance from the edge of the picture to the first cell. */
export const MARGIN = { left: 16, top: 40 };

const BASELINE = 15;
const FONTS =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

type PlacedCell = { readonly cell: Cell; readonly column: number };

/** Draws a terminal in a plain dark window as SVG. The same cells give the same bytes. */
export function drawPicture({ title, seen }: Picture, screen: readonly Cell[][]): string {
  const cells = screen.slice(0, screen.findLastIndex((row) => row.some(isSeen)) + 1);
  const columns = cells[0]?.length ?? 0;
  const width = MARGIN.left * 2 + columns * CELL.width;
  const height = MARGIN.top + MARGIN.left + cells.length * CELL.height;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(seen)}</desc>`,
    `<style>text{font:15px ${FONTS};font-variant-emoji:text}.b{font-weight:700}path{fill:none;stroke-width:1.25}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="${GROUND}" stroke="#3a404b"/>`,
    ...[0, 1, 2].map((at) => `<circle cx="${22 + at * 18}" cy="20" r="5.5" fill="#3a404b"/>`),
    ...cells.flatMap(drawRow),
    "</svg>",
  ].join("\n")}\n`;
}

function isSeen({ text }: Cell): boolean {
  return text.trim() !== "";
}

function drawRow(row: readonly Cell[], at: number): string[] {
  const y = MARGIN.top + at * CELL.height;
  const placed = row.map((cell, column) => ({ cell, column })).filter(({ cell }) => cell.width > 0);
  return [
    ...runsOf(placed, ({ cell }) => cellColours(cell).ground).flatMap((run) => drawGround(run, y)),
    ...runsOf(placed, ({ cell }) => styleOf(cell)).flatMap((run) => drawRun(run, y)),
  ];
}

/** Groups neighbours with the same key. */
function runsOf(placed: readonly PlacedCell[], keyOf: (one: PlacedCell) => string): PlacedCell[][] {
  const runs: PlacedCell[][] = [];
  for (const one of placed) {
    const last = runs.at(-1);
    const before = last?.[0];
    if (last !== undefined && before !== undefined && keyOf(before) === keyOf(one)) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

function styleOf(cell: Cell): string {
  return `${cellColours(cell).ink} ${cell.bold}`;
}

function drawGround(run: readonly PlacedCell[], y: number): string[] {
  const [first] = run;
  if (first === undefined) return [];
  const { ground } = cellColours(first.cell);
  if (ground === GROUND) return [];
  const width = run.reduce((sum, { cell }) => sum + cell.width, 0) * CELL.width;
  return [
    `<rect x="${xOf(first)}" y="${y}" width="${width}" height="${CELL.height}" fill="${ground}"/>`,
  ];
}

function drawRun(run: readonly PlacedCell[], y: number): string[] {
  const [first] = run;
  if (first === undefined) return [];
  const { ink } = cellColours(first.cell);
  const lines = run.flatMap((one) => lineOf(one, y) ?? []).join("");
  const letters = run.filter((one) => isSeen(one.cell) && lineOf(one, y) === undefined);
  const drawn: string[] = [];
  if (lines !== "") drawn.push(`<path d="${lines}" stroke="${ink}"/>`);
  if (letters.length > 0) {
    const bold = first.cell.bold ? ' class="b"' : "";
    const text = escaped(letters.map(({ cell }) => cell.text).join(""));
    // Each letter has its own position, so that no font moves the next one.
    drawn.push(
      `<text x="${letters.map(xOf).join(" ")}" y="${y + BASELINE}" fill="${ink}"${bold}>${text}</text>`,
    );
  }
  return drawn;
}

function lineOf({ cell, column }: PlacedCell, y: number): string | undefined {
  return drawLine(cell.text, { x: xOf({ cell, column }), y, ...CELL });
}

function xOf({ column }: PlacedCell): number {
  return MARGIN.left + column * CELL.width;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
