import { type ChainSeat, machineStepText, type RoundView } from "@countersign/api";
import { countText, SIGNS } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { currentView } from "../../model/tasks.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenText } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { cell, entryRow, row, type ScreenRow, type Span, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import {
  chooseSeat,
  currentSeats,
  directReviewer,
  moveSeat,
  openDetails,
  seatIndex,
  selectedSeat,
} from "./seats.ts";

const NAME = 9;
const REVIEWER = 24;

/** Shows the progress of a round: its stages and reviewers. */
export const reviewersPanel = definePanel({
  id: "reviewers",
  commands: {
    "reviewers.retry": (model) => directReviewer(model, "retry"),
    "reviewers.cancel": (model) => directReviewer(model, "cancel"),
    "reviewers.task": openDetails,
  },
  move: moveSeat,
  view: reviewersRows,
  hits: (model, { at }) => chooseSeat(model, at),
  opens: "reviewers.task",
  speak: (model) => ({
    name: `Reviewers at work on ${model.review.current ?? ""}`,
    lines: stageLines(model).map(toSpokenText),
    here: toSpokenText(selectedText(model)),
    keys: keysText(model.keymap, [
      [["nav.down", "nav.up"], "move"],
      [["reviewers.retry"], "retries"],
      [["reviewers.cancel"], "cancels"],
      [["reviewers.task"], "opens the task"],
      [["app.back"], "back"],
    ]),
  }),
});

function reviewersRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const view = currentView(model);
  const foot = [footRow(model)];
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  const above = listStages(model).map(stageRow);
  const seats = currentSeats(model);
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length - 1);
  const at = seatIndex(model);
  const top = centredStart(seats.length, at, room);
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span("REVIEWERS AT WORK", "strong"), `  ${task} ${title}`),
      row(view?.round == null ? "" : `round ${view.round.number}`),
      columns - 2,
    ),
    body: [
      ...above,
      ...seats
        .slice(top, top + room)
        .map((seat, index) =>
          entryRow(seatRow(model, seat, top + index === at), "seat", top + index),
        ),
      decideRow(view?.round ?? null),
    ],
    foot,
  });
}

/** Returns the stages for a screen reader. */
function stageLines(model: Model): string[] {
  const round = currentView(model)?.round ?? null;
  const stages = listStages(model).map(
    ({ name, about }) => `${name}: ${about === "" ? "not yet" : about}`,
  );
  return [...stages, `decide: ${gateText(round)}`];
}

/** Returns the selected reviewer for a screen reader. */
function selectedText(model: Model): string {
  const seat = selectedSeat(model);
  return seat === null ? "No reviewer." : `${seat.reviewer}, ${seatText(model, seat)}`;
}

type Stage = { name: string; about: string; isDone: boolean; isBegun: boolean };

function listStages(model: Model): Stage[] {
  const round = currentView(model)?.round ?? null;
  const change = round?.change ?? null;
  const plan = round?.plan ?? null;
  const seats = currentSeats(model);
  const done = seats.filter(
    ({ progress }) => progress !== "waiting" && progress !== "later",
  ).length;
  const read =
    change === null
      ? ""
      : `${countText(change.files, "file")}, +${change.linesAdded} -${change.linesDeleted}`;
  const planned =
    plan === null
      ? ""
      : [`risk ${plan.risk}/10`, plan.domains.join(", "), countText(seats.length, "reviewer")]
          .filter((part) => part !== "")
          .join("   ");
  const asked = plan === null ? "" : `${done}/${seats.length} done`;
  return [
    { name: "read", about: read, isDone: change !== null, isBegun: true },
    { name: "plan", about: planned, isDone: plan !== null, isBegun: change !== null },
    {
      name: "ask",
      about: asked,
      isDone: plan !== null && done === seats.length,
      isBegun: plan !== null,
    },
  ];
}

function stageRow({ name, about, isDone, isBegun }: Stage): ScreenRow {
  return row("  ", stageSign(isDone, isBegun), " ", cell(name, NAME), about);
}

function decideRow(round: RoundView | null): ScreenRow {
  const isDone = round?.decision?.complete === true;
  return stageRow({ name: "decide", about: gateText(round), isDone, isBegun: false });
}

function gateText(round: RoundView | null): string {
  return `gate ${round?.decision?.gate ?? "pending"}`;
}

function stageSign(isDone: boolean, isBegun: boolean): Span {
  if (isDone) return span(SIGNS.tick, "good");
  return isBegun ? span(SIGNS.file, "strong") : span(SIGNS.open, "faint");
}

function seatRow(model: Model, seat: ChainSeat, isHere: boolean): ScreenRow {
  return row(
    isHere ? " >   " : "     ",
    seatSign(seat),
    " ",
    cell(seat.reviewer, REVIEWER, isHere ? "selected" : "plain"),
    ` ${seatText(model, seat)}`,
  );
}

function seatSign({ progress, verdict }: ChainSeat): Span {
  if (verdict !== null)
    return verdict.opinion === "approved" ? span(SIGNS.tick, "good") : span(SIGNS.cross, "bad");
  if (progress === "no_result") return span(SIGNS.cross, "warn");
  return stageSign(false, progress === "waiting");
}

function seatText(model: Model, { requirement, reviewer, progress, verdict }: ChainSeat): string {
  if (verdict !== null) {
    const cost = verdict.costUsd === 0 ? "" : `   $${verdict.costUsd.toFixed(2)}`;
    return `${verdict.opinion}, ${countText(verdict.findings.length, "finding")}${cost}`;
  }
  const step = currentView(model)?.atWork.find(
    (one) => one.requirement === requirement && one.reviewer === reviewer,
  );
  if (step !== undefined) return machineStepText(step, model.nowMs);
  return { later: "later", waiting: "at work", answered: "", no_result: "no result" }[progress];
}

function footRow({ keymap, size: { columns } }: Model): ScreenRow {
  return row(
    "  ",
    ...keyHint(keymap, "reviewers.task", " details  "),
    ...keyHint(keymap, "reviewers.cancel", " cancel  "),
    ...keyHint(keymap, "reviewers.retry", " retry  "),
    ...(columns < 100 ? [] : keyHint(keymap, "review.ask", " ask another  ")),
    ...(columns < 80 ? [] : keyHint(keymap, "task.output", " output  ")),
    ...keyHint(keymap, "app.back", columns < 80 ? " leave" : " leave, it goes on"),
  );
}
