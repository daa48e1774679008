import type { Model } from "../../model/model.ts";
import { fit, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { isEmptyBoard } from "./board-state.ts";

/** Draws the empty board; null if there are tasks. */
export function emptyRows(model: Model, columns: number, room: number): ScreenRow[] | null {
  if (!isEmptyBoard(model)) return null;
  const { data } = model;
  const lines = data.inboxRead ? nothingYet(model) : waiting(model);
  return Array.from({ length: room }, (_, index) => fit(lines[index] ?? [], columns));
}

function waiting({ data }: Model): ScreenRow[] {
  if (data.link.is !== "lost") return [[], [], row("   Asking the engine ...")];
  return [
    [],
    [],
    row(span("   The engine is not reachable.", "bad")),
    [],
    row(`   ${data.link.why}`),
    row("   It is asked again every few seconds. More: countersign doctor"),
  ];
}

function nothingYet({ keymap }: Model): ScreenRow[] {
  const indent = "       ";
  return [
    [],
    [],
    row("   Nothing to review."),
    [],
    row("   No agent has handed anything in yet. One command sets this repository up:"),
    [],
    row(indent, span("countersign init", "strong")),
    [],
    row("   Or look at what you have right now; nothing is stored:"),
    [],
    row(indent, ...keyHint(keymap, "board.worktree", "  check your uncommitted changes")),
    row(indent, ...keyHint(keymap, "board.branch", "  check this branch against its target")),
    row(indent, ...keyHint(keymap, "review.later", "  take the tour with sample data")),
  ];
}
