import { clockText } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { fitRow, row, type ScreenRow, span } from "../terminal/row.ts";
import { headerRow } from "../widgets/status-bar.ts";
import { footRow } from "./foot.ts";
import { panelInFront } from "./panels.ts";

const MIN_SIZE = { columns: 60, rows: 16 } as const;

/** Draws the screen as rows, at most one fewer than the terminal has, each exactly as wide. */
export function drawScreen(model: Model): ScreenRow[] {
  const { columns, rows } = model.size;
  const height = Math.max(1, rows - 1);
  if (columns < MIN_SIZE.columns || rows < MIN_SIZE.rows) return tooSmall(model, height);
  const { view, footer } = panelInFront(model);
  const last = footRow(model);
  const foot =
    footer === undefined ? (last === null ? [] : [last]) : [footer(model), last ?? newsRow(model)];
  const drawn = view(model, height - foot.length);
  return [...drawn.slice(0, height - foot.length), ...foot].map((one) => fitRow(one, columns));
}

function newsRow({ news }: Model): ScreenRow {
  if (news === null) return row(" ");
  return row(span(` ${clockText(news.atMs)} ${news.text}`, "faint"));
}

function tooSmall(model: Model, height: number): ScreenRow[] {
  const { columns, rows } = model.size;
  const text = `needs ${MIN_SIZE.columns}x${MIN_SIZE.rows}, this is ${columns}x${rows}`;
  return [headerRow(model), row(` ${text}`)].slice(0, height).map((one) => fitRow(one, columns));
}
