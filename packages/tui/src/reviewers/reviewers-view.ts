import { machineStepText, type RoundView, type Seat } from "@countersign/api";
import { countText, SIGNS } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, type Row, row, type Span, span } from "../terminal/row.ts";
import { currentSeats, seatAt, seatHere } from "./reviewers-commands.ts";

const NAME = 9;
const REVIEWER = 24;

/** How far the review of a round is: what was read and planned, who has answered and who is at it. */
export function reviewersRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const view = currentView(model);
  const foot = [footRow(columns)];
  const task = model.review.current ?? "";
  const title = model.data.lines.get(task)?.title ?? "";
  const above = stagesOf(model).map(stageRow);
  const seats = currentSeats(model);
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length - 1);
  const at = seatAt(model);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), seats.length - room));
  return panel({
    width: columns,
    height,
    head: head(
      row(span("REVIEWERS AT WORK", "strong"), `  ${task} ${title}`),
      row(view?.round == null ? "" : `round ${view.round.number}`),
      columns - 2,
    ),
    body: [
      ...above,
      ...seats
        .slice(top, top + room)
        .map((seat, index) => seatRow(model, seat, top + index === at)),
      decideRow(view?.round ?? null),
    ],
    foot,
  });
}

/** The same as lines, for whoever hears them. */
export function reviewersWords(model: Model): string[] {
  const round = currentView(model)?.round ?? null;
  const stages = stagesOf(model).map(
    ({ name, about }) => `${name}: ${about === "" ? "not yet" : about}`,
  );
  return [...stages, `decide: ${gateText(round)}`];
}

/** What is chosen, in words. */
export function reviewerHere(model: Model): string {
  const seat = seatHere(model);
  return seat === null ? "No reviewer." : `${seat.reviewer}, ${standsText(model, seat)}`;
}

type Stage = { name: string; about: string; isDone: boolean; isBegun: boolean };

function stagesOf(model: Model): Stage[] {
  const round = currentView(model)?.round ?? null;
  const change = round?.change ?? null;
  const plan = round?.plan ?? null;
  const seats = currentSeats(model);
  const done = seats.filter(({ stands }) => stands !== "waiting" && stands !== "later").length;
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

function stageRow({ name, about, isDone, isBegun }: Stage): Row {
  return row("  ", signOf(isDone, isBegun), " ", cell(name, NAME), about);
}

function decideRow(round: RoundView | null): Row {
  const isDone = round?.decision?.complete === true;
  return stageRow({ name: "decide", about: gateText(round), isDone, isBegun: false });
}

function gateText(round: RoundView | null): string {
  return `gate ${round?.decision?.gate ?? "pending"}`;
}

function signOf(isDone: boolean, isBegun: boolean): Span {
  if (isDone) return span(SIGNS.tick, "good");
  return isBegun ? span(SIGNS.file, "strong") : span(SIGNS.open, "faint");
}

function seatRow(model: Model, seat: Seat, isHere: boolean): Row {
  return row(
    isHere ? " >   " : "     ",
    signs(seat),
    " ",
    cell(seat.reviewer, REVIEWER, isHere ? "selected" : "plain"),
    ` ${standsText(model, seat)}`,
  );
}

function signs({ stands, verdict }: Seat): Span {
  if (verdict !== null)
    return verdict.opinion === "approved" ? span(SIGNS.tick, "good") : span(SIGNS.cross, "bad");
  if (stands === "no_result") return span(SIGNS.cross, "warn");
  return signOf(false, stands === "waiting");
}

function standsText(model: Model, { requirement, reviewer, stands, verdict }: Seat): string {
  if (verdict !== null) {
    const cost = verdict.costUsd === 0 ? "" : `   $${verdict.costUsd.toFixed(2)}`;
    return `${verdict.opinion}, ${countText(verdict.findings.length, "finding")}${cost}`;
  }
  const step = currentView(model)?.atWork.find(
    (one) => one.requirement === requirement && one.reviewer === reviewer,
  );
  if (step !== undefined) return machineStepText(step, model.nowMs);
  return { later: "later", waiting: "at work", answered: "", no_result: "no result" }[stands];
}

function footRow(columns: number): Row {
  const key = (name: string) => span(`[${name}]`, "key");
  return row(
    "  ",
    key("Enter"),
    " details  ",
    key("-"),
    " cancel  ",
    key("+"),
    " retry  ",
    ...(columns < 100 ? [] : [key("v"), " ask another  "]),
    ...(columns < 80 ? [] : [key("o"), " output  "]),
    key("Esc"),
    columns < 80 ? " leave" : " leave, it goes on",
  );
}
