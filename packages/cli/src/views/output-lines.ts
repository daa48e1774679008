import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";

/** A text of several lines, whole, each line safe to print and indented. */
export function outputLines(text: string, style: Style, indent: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `${indent}${display(line.replaceAll("\t", "  "), style)}`.trimEnd());
}
