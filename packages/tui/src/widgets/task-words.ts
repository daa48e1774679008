import { listChecks, turnText } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { toSpokenText } from "../screen-reader/spoken-text.ts";
import { isAutoApprovable } from "../session/read-share.ts";

/** Describes a task: `ch-abc1, Add user authentication, P0, your turn, quality 4 of 4, mode per-task`. */
export function taskWords(model: Model, task: string): string {
  const { data } = model;
  const line = data.lines.get(task);
  const view = data.views.get(task);
  if (line === undefined) return task;
  const turn = turnText(line.turn, data.me);
  const parts = [
    task,
    line.title,
    line.priority,
    line.state === "reviewing" ? turnWords(turn) : line.state.replaceAll("_", " "),
  ];
  if (view === undefined) return toSpokenText(parts.join(", "));
  const quality = listChecks(view);
  const passed = quality.filter(({ state }) => state === "passed").length;
  return toSpokenText(
    [
      ...parts,
      ...(quality.length === 0 ? [] : [`quality ${passed} of ${quality.length}`]),
      ...(view.round?.plan == null ? [] : [`mode ${view.round.plan.mode}`]),
      ...(isAutoApprovable(model, view) ? ["auto-approvable"] : []),
    ].join(", "),
  );
}

function turnWords(turn: string): string {
  return turn === "you" ? "your turn" : `turn of ${turn}`;
}
