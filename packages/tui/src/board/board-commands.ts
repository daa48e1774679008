import { countText } from "@countersign/review";
import { type Move, moved } from "../app/move.ts";
import { go, openTask, startReview } from "../review/open-review.ts";
import { openReviewers } from "../reviewers/reviewers-commands.ts";
import { COLUMNS } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say } from "../store/step.ts";
import { cardsOf, nextColumn, pendingOf, repositoryFilter, selectedCard } from "../store/tasks.ts";
import { cardsThatFit } from "./board-view.ts";

export function moveCard(model: Model, move: Move): Model {
  const { column } = model.board;
  const cards = cardsOf(model, column);
  const here = cards.findIndex(({ task }) => task === selectedCard(model)?.task);
  const next = cards[moved(here, move, cards.length, cardsThatFit(model.size.rows))];
  if (next === undefined) return model;
  const selected = { ...model.board.selected, [column]: next.task };
  return { ...model, board: { ...model.board, selected } };
}

export function moveColumn(model: Model, by: -1 | 1): Model {
  return { ...model, board: { ...model.board, column: nextColumn(model.board.column, by) } };
}

/** Opens the review of what waits; without anything it says what is going on. */
export function openReview(model: Model): Step {
  if (pendingOf(model).length > 0) return only(startReview(go(model, { type: "HOME" })));
  const { in_progress: working, reviewing } = model.data.counts;
  const text = `Nothing to review. ${countText(working, "task")} with agents, ${reviewing} in review.`;
  return only(say(model, text));
}

/** Shows the tasks of the next repository alone; after the last one, those of all. */
export function nextRepository(model: Model): Model {
  const names = [...new Set([...model.data.lines.values()].map(({ repo }) => repo))].toSorted();
  if (names.length < 2) return say(model, "All tasks are of one repository.");
  const at = names.findIndex((name) => model.filter === repositoryFilter(name));
  const next = names[at + 1];
  if (next === undefined) return say({ ...model, filter: "" }, "All repositories.");
  return say({ ...model, filter: repositoryFilter(next) }, `Repository ${next}. [f] the next one`);
}

export function openCard(model: Model): Step {
  const card = selectedCard(model);
  if (card === null) return only(say(model, `Nothing in ${COLUMNS[model.board.column].title}.`));
  const { holder } = card.turn;
  const isWithMachines = holder === "reviewers" || holder === "checks";
  return only((isWithMachines ? openReviewers : openTask)(model, card.task));
}
