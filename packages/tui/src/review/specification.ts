import type { TaskView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { heading } from "../terminal/box.ts";
import { wrap } from "../terminal/measure.ts";
import { type Row, row } from "../terminal/row.ts";

const INDENT = "    ";

/** What is wanted of a task, and when it counts as done; nothing where the title says all. */
export function specificationRows(
  { description, acceptance }: Pick<TaskView, "description" | "acceptance">,
  width: number,
): Row[] {
  const text = (description ?? "").trim();
  if (text === "" && acceptance.length === 0) return [];
  const room = Math.max(20, width - INDENT.length - 2);
  const lines = [
    ...(text === "" ? [] : text.split("\n")),
    ...(acceptance.length === 0 ? [] : ["Accepted when:"]),
    ...acceptance.map((item) => `- ${item}`),
  ];
  return [
    [...row("  "), ...heading("Specification")],
    ...lines.flatMap((line) => wrap(safeText(line), room).map((part) => row(`${INDENT}${part}`))),
    [],
  ];
}
