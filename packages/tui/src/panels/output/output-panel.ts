import {
  machineStepText,
  type RequirementView,
  requirementStanding,
  type TaskView,
} from "@countersign/api";
import { safeText } from "@countersign/review";
import { frontFrame } from "../../model/stack.ts";
import { currentView } from "../../model/tasks.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { row, type ScreenRow, span } from "../../terminal/row.ts";
import type { Paint } from "../../theme/paint.ts";
import { keyHint, keysHint } from "../../widgets/key-hints.ts";
import { scrollRows } from "../../widgets/scrolled-text.ts";

const INDENT = "    ";

const WIDE = 2_000;

/** The whole output of the checks and reviewers of a round. */
export const outputPanel = definePanel({
  id: "output",
  view(model, height) {
    const { columns } = model.size;
    const view = currentView(model);
    const foot = [
      row(
        "  ",
        ...keysHint(model.keymap, ["nav.down", "nav.up"], " scroll   "),
        ...keyHint(model.keymap, "review.why", " why   "),
        ...keyHint(model.keymap, "app.back", " Back"),
      ),
    ];
    const lines =
      view === null ? [[], row("  reading ...")] : outputLines(view, model.nowMs, columns - 2);
    const task = model.review.current ?? "";
    const title = model.data.lines.get(task)?.title ?? "";
    const at = frontFrame(model.stack).at;
    return drawPanel({
      width: columns,
      height,
      head: panelHeader(
        row(span("OUTPUT", "strong"), `  ${task} ${title}`),
        row(view?.round == null ? "" : `round ${view.round.number}`),
        columns - 2,
      ),
      body: scrollRows(lines, at, bodyHeight({ height, foot }), columns - 2),
      foot,
    });
  },
  speak(model) {
    const view = currentView(model);
    return {
      name: `Output of the checks of ${model.review.current ?? ""}`,
      lines: view === null ? [] : toSpokenLines(outputLines(view, model.nowMs, WIDE)),
      here: "",
      keys: keysText(model.keymap, [[["app.back"], "back"]]),
    };
  },
});

/** Returns the output of each machine; those that did not pass come first. */
function outputLines(view: TaskView, nowMs: number, width: number): ScreenRow[] {
  const machines = (view.round?.requirements ?? []).filter(({ human }) => !human);
  if (machines.length === 0) return [[], row("  No check or reviewer was asked yet.")];
  const isGood = (requirement: RequirementView) => requirement.status === "satisfied";
  const sorted = [...machines.filter((one) => !isGood(one)), ...machines.filter(isGood)];
  return sorted.flatMap((requirement) => [
    [],
    titleRow(requirement),
    ...outputTexts(view, requirement, nowMs).flatMap((text) => wrapped(text, width)),
  ]);
}

const PAINTS: Readonly<Record<ReturnType<typeof requirementStanding>, Paint>> = {
  later: "faint",
  waiting: "strong",
  no_result: "warn",
  objected: "bad",
  satisfied: "good",
};

function titleRow(requirement: RequirementView): ScreenRow {
  const standing = requirementStanding(requirement);
  const words = standing === "satisfied" ? "passed" : standing.replace("_", " ");
  return row("  ", span(requirement.id, "strong"), "  ", span(words, PAINTS[standing]));
}

/** Returns only the summary of a passed requirement; for others, every finding and all stored output. */
function outputTexts(view: TaskView, requirement: RequirementView, nowMs: number): string[] {
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

function wrapped(text: string, width: number): ScreenRow[] {
  return text
    .split("\n")
    .flatMap((line) => wrapText(safeText(line.replaceAll("\t", "  ")), width - INDENT.length - 1))
    .map((line) => row(`${INDENT}${line}`));
}
