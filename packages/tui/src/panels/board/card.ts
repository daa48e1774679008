import { type MachineStep, machineStepText, type TaskLine, type TaskView } from "@countersign/api";
import { relativeAgeText, SIGNS, turnText } from "@countersign/review";
import {
  fitRow,
  type Piece,
  row,
  rowWidth,
  type ScreenRow,
  span,
  spreadRow,
} from "../../terminal/row.ts";
import type { Paint } from "../../theme/paint.ts";
import { qualityMarks } from "../../widgets/marks.ts";

export type CardContext = {
  /** Show the repository, because there are tasks of several. */
  showsRepository: boolean;
  width: number;
  nowMs: number;
  me: string | null;
  isSelected: boolean;
  /** There is room for whole words. */
  isRoomy: boolean;
};

/**
 * Draws a card in three lines: id, urgency and turn; the title; the status. A turn that does not
 * fit beside the id moves to the third line. With tasks of several repositories, a fourth line
 * names the repository.
 */
export function cardRows(line: TaskLine, view: TaskView | null, context: CardContext): ScreenRow[] {
  const inner = context.width - 1;
  const mark = context.isSelected ? span(">", "strong") : span(" ");
  const titlePaint: Paint = context.isSelected ? "selected" : "plain";
  const name = row(span(line.task, context.isSelected ? "strong" : "plain"), ` ${line.priority}`);
  const room = Math.max(0, inner - rowWidth(name) - 1);
  const turn = turnMark(line, context);
  const isBeside = rowWidth(turn) <= room;
  const status = standing(line, view, context);
  return [
    [mark, ...(isBeside ? spreadRow(name, turn, inner) : fitRow(name, inner))],
    [span(" "), ...fitRow([span(line.title, titlePaint)], inner)],
    [span(" "), ...fitRow(isBeside ? status : [...turn, ...status], inner)],
    context.showsRepository ? [span(" "), ...fitRow([span(line.repo, "faint")], inner)] : [],
  ];
}

function turnMark(line: TaskLine, { me, isRoomy }: CardContext): ScreenRow {
  const gap = isRoomy ? " " : "";
  const { state, turn } = line;
  if (state === "held") return row(span("! held ", "warn"));
  if (state === "rejected") return row(span(`${SIGNS.cross} rejected `, "bad"));
  if (state === "done") return row(span(`${SIGNS.tick} done `, "good"));
  if (state === "approved" && turn.holder === "person") return row(span("! merge waits ", "warn"));
  if (state === "approved") return row(span(`${SIGNS.tick} approved `, "good"));
  if (state === "merging") return row(span("merging ", "good"));
  if (turn.who !== null && turn.who === me) return row(span(`${SIGNS.turn}${gap}you `, "strong"));
  return row(span(`${turnText(turn, me)} `, "faint"));
}

function standing(line: TaskLine, view: TaskView | null, context: CardContext): ScreenRow {
  const age = relativeAgeText(context.nowMs - line.updatedMs);
  if (line.state === "done") return row(span(age === "now" ? "just now" : `${age} ago`, "faint"));
  if (view === null || view.round === null) return row(span(plainStanding(line, age), "faint"));
  const marks = qualityMarks(view);
  const pieces: Piece[] = [...marks, ...(marks.length === 0 ? [] : [" "])];
  return row(...pieces, ...words(line, view, context), span(` ${age}`, "faint"));
}

function plainStanding({ state, gate }: TaskLine, age: string): string {
  const word = state === "rework" ? "to be redone" : (gate ?? "");
  return [word, age].filter((part) => part !== "").join(" ");
}

function words(line: TaskLine, view: TaskView, { isRoomy, nowMs }: CardContext): Piece[] {
  const { decision, plan, number } = view.round ?? {};
  if (line.state === "in_progress" || line.state === "rework") {
    return [`round ${(number ?? 0) + 1}`];
  }
  const [step] = view.atWork;
  if (step !== undefined) return [stepWords(step, isRoomy, nowMs)];
  const counts = decision?.counts;
  if (counts !== undefined && counts.critical > 0)
    return [span(`${counts.critical} critical`, "bad")];
  if (counts !== undefined && counts.major > 0) return [span(`${counts.major} major`, "warn")];
  if (line.turn.holder !== "person") return [answersText(view, isRoomy)];
  return [plan?.mode ?? "being read"];
}

/** Describes what the machines do now; a narrow card shows only the verb. */
function stepWords(step: MachineStep, isRoomy: boolean, nowMs: number): string {
  const text = machineStepText(step, nowMs);
  return isRoomy || step.step !== "preparing"
    ? text
    : text.replace("installing dependencies", "installing");
}

/** Returns how many of the expected answers have arrived. */
function answersText({ round }: TaskView, isRoomy: boolean): string {
  const machines = (round?.requirements ?? []).filter(({ human }) => !human);
  const done = machines.filter(({ verdicts }) => verdicts.length > 0).length;
  return `${isRoomy ? "reviewers " : ""}${done}/${machines.length}`;
}
