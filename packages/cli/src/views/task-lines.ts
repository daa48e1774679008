import type { TaskLine } from "@countersign/api";
import { columns } from "../output/columns.ts";
import { displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { ageText, gateText, turnText } from "../output/words.ts";

const TITLE = 60;
const LEAST_TITLE = 20;
const OTHER_COLUMNS = 55;

/** Tasks as a table for people. `place` puts the short names of the inbox in front. */
export function taskLinesText(
  lines: readonly TaskLine[],
  style: Style,
  { me, place }: { me: string | null; place?: (line: TaskLine) => string },
): string {
  const room = Math.max(LEAST_TITLE, Math.min(TITLE, style.width - OTHER_COLUMNS));
  const rows = lines.map((line) => [
    ...(place === undefined ? [] : [style.paint("faint", place(line))]),
    style.paint("strong", line.task),
    line.priority,
    line.state,
    turnText(line.turn, me),
    gateText(line.gate, style),
    ageText(line.updatedMs),
    displayShort(line.title, room, style),
  ]);
  const head = ["task", "pri", "state", "turn", "gate", "age", "title"];
  const header = (place === undefined ? head : ["", ...head]).map((word) =>
    style.paint("faint", word),
  );
  return columns([header, ...rows]);
}

export function taskLinesPlain(lines: readonly TaskLine[]): string[][] {
  return lines.map((line) => [
    line.task,
    line.priority,
    line.state,
    line.turn.who ?? line.turn.holder,
    line.gate ?? "-",
    new Date(line.updatedMs).toISOString(),
    line.repo,
    line.title,
  ]);
}
