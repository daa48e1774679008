import { BOARD_COLUMNS, countText, firstKey, repositoryFilter } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { type ModelStep, showNotice, withoutEffects } from "../../model/step.ts";
import { columnCards, nextColumn, pendingTasks } from "../../model/tasks.ts";
import {
  navigateWithGuard,
  openSingleTask,
  showTask,
  startReview,
} from "../../session/review-session.ts";
import { boardState, cardsThatFit, selectCard, selectedCard } from "./board-state.ts";

export function moveCard(model: Model, move: Move): Model {
  const { column } = boardState.of(model);
  const cards = columnCards(model, column);
  const here = cards.findIndex(({ task }) => task === selectedCard(model)?.task);
  const next = cards[movePosition(here, move, cards.length, cardsThatFit(model.size.rows))];
  return next === undefined ? model : selectCard(model, column, next.task);
}

export function moveColumn(model: Model, by: -1 | 1): Model {
  return boardState.change(model, { column: nextColumn(boardState.of(model).column, by) });
}

/** Starts the review of the pending tasks; without any it describes what the others wait for. */
export function openReview(model: Model): ModelStep {
  if (pendingTasks(model).length > 0)
    return withoutEffects(startReview(navigateWithGuard(model, { type: "HOME" })));
  const { in_progress: working, reviewing } = model.data.counts;
  const text = `Nothing to review. ${countText(working, "task")} with agents, ${reviewing} in review.`;
  return withoutEffects(showNotice(model, text));
}

/** Shows only the tasks of the next repository; after the last one, all tasks. */
export function nextRepository(model: Model): Model {
  const names = [...new Set([...model.data.lines.values()].map(({ repo }) => repo))].toSorted();
  if (names.length < 2) return showNotice(model, "All tasks are of one repository.");
  const at = names.findIndex((name) => model.filter === repositoryFilter(name));
  const next = names[at + 1];
  if (next === undefined) return showNotice({ ...model, filter: "" }, "All repositories.");
  const key = firstKey(model.keymap, "board.repository");
  const text = `Repository ${next}. [${key}] the next one`;
  return showNotice({ ...model, filter: repositoryFilter(next) }, text);
}

/** Opens the selected task, or the panel of its reviewers while machines review it. */
export function openCard(model: Model): ModelStep {
  const card = selectedCard(model);
  const { title } = BOARD_COLUMNS[boardState.of(model).column];
  if (card === null) return withoutEffects(showNotice(model, `Nothing in ${title}.`));
  const { holder } = card.turn;
  const isWithMachines = holder === "reviewers" || holder === "checks";
  if (!isWithMachines) return withoutEffects(openSingleTask(model, card.task));
  return withoutEffects(
    navigateWithGuard(showTask(model, card.task), { type: "OPEN", panel: "reviewers" }),
  );
}
