import type { TaskView } from "@countersign/api";
import {
  countText,
  previewText,
  REDO_OPTIONS,
  REDO_PRIORITIES,
  type RedoDraft,
  type RedoField,
  SIGNS,
  safeText,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { currentView } from "../../model/tasks.ts";
import { taskDraft } from "../../session/drafts.ts";
import { bodyHeight, drawPanel, headingRow, isRoomySize, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { fitRow, row, type ScreenRow, span, spreadRow } from "../../terminal/row.ts";
import { textBox } from "../../terminal/text-box.ts";
import { fixedHint } from "../../widgets/key-hints.ts";

const SIDE = 42;

const OPTION_WORDS: Readonly<Record<RedoDraft["option"], string>> = {
  keep: "Keep current changes (iterate on top)",
  fresh: "Reset to before this task (fresh start)",
  checkpoint: "Reset to checkpoint",
};

/** Draws the redo form and, if there is room, the preview of the message to the agent. */
export function redoRows(model: Model, height: number, isPreview: boolean): ScreenRow[] {
  const { columns } = model.size;
  const isRoomy = isRoomySize(model);
  const isWide = isRoomy && columns >= 116;
  const task = model.review.current ?? "";
  const draft = taskDraft(model, task);
  const view = currentView(model);
  const inner = isWide ? columns - 3 - SIDE : columns - 2;
  const foot = footRows(columns - 2, isWide);
  const room = bodyHeight({ height, foot });
  const preview = previewRows(model, draft, view, isWide ? SIDE - 2 : inner - 2);
  const form = isRoomy
    ? roomyForm(model, draft, view, inner, room)
    : inSight(compactForm(model, draft, view, inner), draft, room);
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span("REDO WITH FEEDBACK", "strong")), row(`[${task}]`), inner),
    body: !isWide && isPreview ? preview : form,
    foot,
    ...(isWide
      ? {
          side: { width: SIDE, head: row(" PREVIEW  (what is sent, nothing else)"), body: preview },
        }
      : {}),
  });
}

function previewRows(
  model: Model,
  draft: RedoDraft,
  view: TaskView | null,
  width: number,
): ScreenRow[] {
  const text = previewText(draft, view, model.data.me);
  const lines = text.split("\n").flatMap((line) => wrapText(safeText(line), width));
  return [
    [],
    row(span(" WHAT THE AGENT WILL READ", "strong")),
    [],
    ...lines.map((line) => row(` ${line}`)),
  ];
}

function titled(title: string, isFocused: boolean): ScreenRow {
  return [span("  "), ...headingRow(isFocused ? `[${title}]` : title)];
}

function issueRows(model: Model, { issues }: RedoDraft): ScreenRow[] {
  return model.quickIssues.map((issue, index) => {
    const mark = issues.includes(issue) ? SIGNS.tick : " ";
    return row(`  [${mark}] ${index + 1}. ${issue}`);
  });
}

function radio(isOn: boolean, words: string): ScreenRow {
  return row(`  ${isOn ? SIGNS.live : SIGNS.open} ${words}`);
}

function priorityWords(view: TaskView | null): Readonly<Record<RedoDraft["priority"], string>> {
  const now = view?.priority ?? "P1";
  const number = Number(now.slice(1));
  return {
    same: `Same (${now})`,
    bump: `Bump to P${Math.max(0, number - 1)}`,
    lower: `Lower to P${Math.min(2, number + 1)}`,
  };
}

function headRows(view: TaskView | null): ScreenRow[] {
  return [
    row(`  Task: ${view?.title ?? ""}`),
    row(`  Previous iterations: ${view?.round?.number ?? 0}`),
  ];
}

function attachedText({ comments, findings }: RedoDraft): string {
  if (comments.length === 0 && findings.length === 0) return "";
  return `${countText(comments.length, "comment")} and ${countText(findings.length, "finding")} attached`;
}

/** Scrolls so that the active field is visible. */
function inSight(
  rows: readonly ScreenRow[],
  { focus }: RedoDraft,
  room: number,
): readonly ScreenRow[] {
  return focus === "feedback" ? rows.slice(Math.max(0, rows.length - room)) : rows;
}

const SHORT_OPTIONS: Readonly<Record<RedoDraft["option"], string>> = {
  keep: "Keep current changes",
  fresh: "Reset to before this task",
  checkpoint: "Reset to checkpoint",
};

const FIXED_ROOMY = 23;

function roomyForm(
  model: Model,
  draft: RedoDraft,
  view: TaskView | null,
  width: number,
  room: number,
): ScreenRow[] {
  const words = priorityWords(view);
  const lines = Math.max(3, Math.min(8, room - FIXED_ROOMY - model.quickIssues.length + 5));
  const is = (field: RedoField): boolean => draft.focus === field;
  const attached = row(span(attachedText(draft), "faint"), "  ");
  return [
    [],
    ...headRows(view),
    [],
    [...titled("Quick Issues", is("issues")), ...row(" (press number to toggle)")],
    ...issueRows(model, draft),
    [],
    spreadRow(titled("Custom Feedback", is("feedback")), attached, width),
    ...textBox(draft.feedback, { width: width - 6, lines, isFocused: is("feedback") }).map(
      (line) => [span("  "), ...line],
    ),
    [],
    titled("Redo Options", is("option")),
    ...REDO_OPTIONS.map((option) => radio(draft.option === option, OPTION_WORDS[option])),
    [],
    titled("Priority After Redo", is("priority")),
    ...REDO_PRIORITIES.map((one) => radio(draft.priority === one, words[one])),
    [],
  ];
}

/** Draws the same sections in two columns for a small screen. */
function compactForm(
  model: Model,
  draft: RedoDraft,
  view: TaskView | null,
  width: number,
): ScreenRow[] {
  const words = {
    ...priorityWords(view),
    lower: priorityWords(view).lower.slice("Lower to ".length),
  };
  const is = (field: RedoField): boolean => draft.focus === field;
  const left = [titled("Quick Issues", is("issues")), ...issueRows(model, draft)];
  const right = [
    titled("Redo Options", is("option")),
    ...REDO_OPTIONS.map((option) => radio(draft.option === option, SHORT_OPTIONS[option])),
    titled("Priority After Redo", is("priority")),
    REDO_PRIORITIES.flatMap((one) => radio(draft.priority === one, words[one])),
  ];
  const half = Math.floor(width / 2);
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...fitRow(left[index] ?? [], half),
    ...fitRow(right[index] ?? [], width - half),
  ]);
  const attached = row(span(attachedText(draft), "faint"), "  ");
  return [
    ...headRows(view),
    ...rows,
    spreadRow(titled("Custom Feedback", is("feedback")), attached, width),
    ...textBox(draft.feedback, { width: width - 6, lines: 3, isFocused: is("feedback") }).map(
      (line) => [span("  "), ...line],
    ),
  ];
}

function footRows(width: number, isWide: boolean): ScreenRow[] {
  const first = [
    span("  "),
    ...fixedHint("Enter", " Submit & Queue Redo"),
    span("   "),
    ...fixedHint("Esc", " Cancel"),
  ];
  const more = [
    ...fixedHint("Tab", " next field"),
    span("   "),
    ...fixedHint("Ctrl+J", " new line"),
    span("   "),
    ...fixedHint("Ctrl+E", " $EDITOR"),
    span("  "),
  ];
  if (isWide) return [spreadRow(first, more, width)];
  return [first, [span("  "), ...more, ...fixedHint("Ctrl+O", " preview")]];
}
