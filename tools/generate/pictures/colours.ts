import type { Cell } from "./read-cells.ts";

export const GROUND = "#14171d";
const INK = "#dfe3ea";

/** The sixteen colours, each readable on the background (contrast of at least 4.5 to 1). */
const SIXTEEN = [
  "#7d8590",
  "#ff7b72",
  "#6fce7c",
  "#e6b450",
  "#79b8ff",
  "#d2a8ff",
  "#66d0e0",
  "#dfe3ea",
  "#8b93a1",
  "#ffa198",
  "#94e3a0",
  "#f2cc6b",
  "#a5d1ff",
  "#e2c5ff",
  "#93e3ee",
  "#ffffff",
] as const;
const STEPS = [0, 95, 135, 175, 215, 255] as const;
const FAINT = 0.62;

/** Returns the text and background colours of a cell. */
export function cellColours(cell: Cell): { ink: string; ground: string } {
  const own = { ink: hexOf(cell.ink) ?? INK, ground: hexOf(cell.ground) ?? GROUND };
  const { ink, ground } = cell.inverse ? { ink: own.ground, ground: own.ink } : own;
  return { ink: cell.dim ? mixed(ink, ground) : ink, ground };
}

function hexOf(colour: Cell["ink"]): string | undefined {
  if (typeof colour !== "number") return colour;
  if (colour < 16) return SIXTEEN[colour];
  if (colour >= 232) return hex([0, 0, 0].map(() => 8 + (colour - 232) * 10));
  const place = colour - 16;
  return hex([place / 36, (place % 36) / 6, place % 6].map((at) => STEPS[Math.floor(at)] ?? 0));
}

function mixed(ink: string, ground: string): string {
  const [over, under] = [parts(ink), parts(ground)];
  return hex(over.map((part, at) => Math.round(part * FAINT + (under[at] ?? 0) * (1 - FAINT))));
}

function parts(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
