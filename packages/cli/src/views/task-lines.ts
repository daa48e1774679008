import type { TaskLine } from "@countersign/api";
import { columns } from "../output/columns.ts";
import { displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { ageText, displayTurn, gateText } from "../output/words.ts";

const TITLE = 60;
const LEAST_TITLE = 20;
const OTHER_COLUMNS = 55;

const MAX_REPO = 20;

type Columns = {
  me: string | null;
  /** The short names of the inbox, in front. */
  place?: (line: TaskLine) => string;
  /** Names the repository of each task; left out: where the tasks are of several. */
  withRepo?: boolean;
};

/** Tasks as a table for people. */
export function taskLinesText(
  lines: readonly TaskLine[],
  style: Style,
  { me, place, withRepo = new Set(lines.map(({ repo }) => repo)).size > 1 }: Columns,
): string {
  const others = OTHER_COLUMNS + (withRepo ? MAX_REPO : 0);
  const room = Math.max(LEAST_TITLE, Math.min(TITLE, style.width - others));
  const rows = lines.map((line) => [
    ...(place === undefined ? [] : [style.paint("faint", place(line))]),
    style.paint("strong", line.task),
    line.priority,
    line.state,
    displayTurn(line.turn, me),
    gateText(line.gate, style),
    ageText(line.updatedMs),
    ...(withRepo ? [displayShort(line.repo, MAX_REPO, style)] : []),
    displayShort(line.title, room, style),
  ]);
  const head = [
    "task",
    "pri",
    "state",
    "turn",
    "gate",
    "age",
    ...(withRepo ? ["repository"] : []),
    "title",
  ];
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
