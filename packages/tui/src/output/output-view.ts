import {
  machineStepText,
  type RequirementView,
  requirementStanding,
  type TaskView,
} from "@countersign/api";
import { safeText } from "@countersign/review";
import { scrolled } from "../review/task-view.ts";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { wrap } from "../terminal/measure.ts";
import { type Row, row, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";

const INDENT = "    ";

/** What the checks and reviewers of a round printed, whole. */
export function outputRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const view = currentView(model);
  const foot = [
    row("  ", span("[j/k]", "key"), " scroll   ", span("[W]", "key"), " why   ").concat(
      row(span("[Esc]", "key"), " Back"),
    ),
  ];
  const lines =
    view === null ? [[], row("  reading ...")] : outputLines(view, model.nowMs, columns - 2);
  const title = model.data.lines.get(model.review.current ?? "")?.title ?? "";
  return panel({
    width: columns,
    height,
    head: head(
      row(span("OUTPUT", "strong"), `  ${model.review.current ?? ""} ${title}`),
      row(view?.round == null ? "" : `round ${view.round.number}`),
      columns - 2,
    ),
    body: scrolled(lines, model.scroll, bodyHeight({ height, foot }), columns - 2),
    foot,
  });
}

/** All of it, however much can be seen; what failed comes first. */
export function outputLines(view: TaskView, nowMs: number, width: number): Row[] {
  const machines = (view.round?.requirements ?? []).filter(({ human }) => !human);
  if (machines.length === 0) return [[], row("  No check or reviewer was asked yet.")];
  const isGood = (requirement: RequirementView) => requirement.status === "satisfied";
  const sorted = [...machines.filter((one) => !isGood(one)), ...machines.filter(isGood)];
  return sorted.flatMap((requirement) => [
    [],
    titleRow(requirement),
    ...textsOf(view, requirement, nowMs).flatMap((text) => wrapped(text, width)),
  ]);
}

const PAINTS: Readonly<Record<ReturnType<typeof requirementStanding>, Paint>> = {
  later: "faint",
  waiting: "strong",
  no_result: "warn",
  objected: "bad",
  satisfied: "good",
};

function titleRow(requirement: RequirementView): Row {
  const standing = requirementStanding(requirement);
  const words = standing === "satisfied" ? "passed" : standing.replace("_", " ");
  return row("  ", span(requirement.id, "strong"), "  ", span(words, PAINTS[standing]));
}

/** What was said: of what passed the summary alone, of the rest every finding and all that was kept. */
function textsOf(view: TaskView, requirement: RequirementView, nowMs: number): string[] {
  const { id, status, who, verdicts, withoutResult } = requirement;
  const summaries = verdicts.map(({ by, summary }) =>
    who.length > 1 ? `${by}: ${summary}` : summary,
  );
  if (status === "satisfied") return summaries;
  const raised = view.findings.filter(
    ({ raisedBy, disposition }) =>
      disposition.is === "open" && raisedBy.some((name) => who.includes(name)),
  );
  return [
    ...view.atWork
      .filter((step) => step.requirement === id)
      .map((step) => machineStepText(step, nowMs)),
    ...summaries,
    ...raised.map(
      ({ id: finding, severity, file, line, message }) =>
        `${finding} ${severity}${file === undefined ? "" : ` ${file}${line === undefined ? "" : `:${line}`}`}: ${message}`,
    ),
    ...withoutResult.map(({ reviewer, reason }) =>
      who.length > 1 ? `${reviewer}: ${reason}` : reason,
    ),
  ].filter((text) => text !== "");
}

function wrapped(text: string, width: number): Row[] {
  return text
    .split("\n")
    .flatMap((line) => wrap(safeText(line.replaceAll("\t", "  ")), width - INDENT.length - 1))
    .map((line) => row(`${INDENT}${line}`));
}
