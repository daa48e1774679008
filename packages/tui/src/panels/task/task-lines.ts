import { policyChangeLines, type TaskView } from "@countersign/api";
import {
  type Change,
  type ChangedFile,
  type CheckLine,
  checkText,
  durationText,
  listChecks,
  SIGNS,
  safeText,
} from "@countersign/review";
import { changeKey } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { headingRow, isRoomySize } from "../../terminal/box.ts";
import { shortenText, wrapText } from "../../terminal/measure.ts";
import { fitRow, row, type ScreenRow, span, spreadRow } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { chainRow, qualityMark } from "../../widgets/marks.ts";
import { contextRows } from "./context-view.ts";
import { issueRows, specificationRows, verdictRows } from "./text-sections.ts";

const MAX_FILES = 200;

/** Returns whether there is room for the context beside the task; otherwise it follows below. */
export function hasSide(model: Pick<Model, "size">): boolean {
  return isRoomySize(model) && model.size.columns >= 120;
}

/** Returns the whole text of a task, before scrolling. */
export function taskLines(
  model: Model,
  view: TaskView,
  isRoomy: boolean,
  width: number,
): ScreenRow[] {
  const { round } = view;
  const blank: ScreenRow[] = isRoomy ? [[]] : [];
  const label = `  Task: ${view.title}`;
  const labels = view.labels.map(({ name }) => name).join(" ");
  return [
    ...newerRows(model, view),
    ...blank,
    isRoomy
      ? row(label)
      : spreadRow(row(label), row(span(`  ${view.priority} ${labels} `, "faint")), width),
    row(agentText(model, view)),
    ...(isRoomy ? [] : [[...row("  "), ...chainRow(view, model.data.me)]]),
    [],
    ...specificationRows(view, width),
    ...changeRows(model, view, width),
    ...policyRows(view, width),
    [],
    [...row("  "), ...headingRow("Quality Results")],
    ...qualityRows(listChecks(view), isRoomy, width),
    [],
    ...verdictRows(view, width),
    ...issueRows(view, width),
    [...row("  "), ...headingRow("Agent Signal")],
    row(`  STATUS: ${round?.signal ?? "nothing was submitted yet"}`),
    ...messageRows(round?.summary ?? "", width),
    ...(hasSide(model) ? [[]] : contextBelow(model, view, width)),
  ];
}

/** Returns the context as additional lines if there is no second column. */
function contextBelow(model: Model, view: TaskView, width: number): ScreenRow[] {
  return [[], ...contextRows(model, view, width - 2).map((line) => [span(" "), ...line])];
}

function messageRows(summary: string, width: number): ScreenRow[] {
  const indent = "           ";
  const lines = wrapText(safeText(`"${summary}"`), Math.max(20, width - indent.length - 2));
  return lines.map((line, index) => row(index === 0 ? `  MESSAGE: ${line}` : `${indent}${line}`));
}

function agentText({ data }: Model, view: TaskView): string {
  const agent = view.authors.at(-1) ?? view.assignee ?? "none yet";
  const round = view.round?.number ?? 0;
  const worked = data.durations.get(`${view.id} ${round}`);
  const duration = worked === undefined || worked === null ? "-" : durationText(worked);
  const bar = SIGNS.bar;
  return `  Agent: ${agent} ${bar} Duration: ${duration} ${bar} Iterations: ${round}`;
}

/** Announces a newer round, so a decision never applies to it silently. */
function newerRows({ review, keymap }: Model, view: TaskView): ScreenRow[] {
  if (review.newerSinceMs === null || review.pin === null || view.round === null) return [];
  const who = view.authors.at(-1) ?? "the agent";
  const what = `${who} sent round ${view.round.number} while you read round ${review.pin.round}.`;
  return [
    row(span(`  ${what}`, "warn")),
    row(
      "  ",
      ...keyHint(keymap, "review.since", " see what is new  "),
      ...keyHint(keymap, "review.approve", ` approve round ${view.round.number}`),
    ),
  ];
}

/** Describes how the change affects the policy, with every loosened key. */
function policyRows({ round }: TaskView, width: number): ScreenRow[] {
  const lines = policyChangeLines(round?.change?.policy ?? null);
  if (lines.length === 0) return [];
  const rows = lines.flatMap((line) => wrapText(safeText(line), Math.max(20, width - 4)));
  return [
    [],
    [...row("  "), ...headingRow("Policy")],
    ...rows.map((line) => row("  ", span(line, "warn"))),
  ];
}

function changeRows(model: Model, view: TaskView, width: number): ScreenRow[] {
  const { round } = view;
  const change = round?.change;
  const title: ScreenRow = [...row("  "), ...headingRow("Changes Summary")];
  if (round === null) return [title, row("  nothing yet")];
  const known = model.data.changes.get(changeKey(view.id, round.number, null));
  if (known === undefined) {
    const text =
      change === null || change === undefined
        ? "being read"
        : `${change.files} files, +${change.linesAdded} -${change.linesDeleted}`;
    return [title, row(`  ${text}`)];
  }
  return [title, ...fileRows(known, view, width)];
}

function fileRows(change: Change, view: TaskView, width: number): ScreenRow[] {
  const { files, unshown } = change;
  const found = (path: string): number =>
    view.findings.filter(({ file, disposition }) => file === path && disposition.is === "open")
      .length;
  const rows = files.slice(0, MAX_FILES).map((file) => {
    const number = found(file.path);
    const mark =
      number === 0
        ? row("")
        : row(span(`  ${number === 1 ? "1 finding" : `${number} findings`}  `, "warn"));
    return spreadRow(fileText(file), mark, width);
  });
  const more = files.length - MAX_FILES;
  return [
    ...rows,
    ...(more > 0 ? [row(`  and ${more} more`)] : []),
    ...unshown.map(({ path, why }) => row(span(`  ! ${path} (not shown: ${why})`, "warn"))),
  ];
}

function fileText({ path, what, added, removed }: ChangedFile): ScreenRow {
  const lines = (number: number): string => `${number} ${number === 1 ? "line" : "lines"}`;
  if (what === "new") return row("  ", span("+", "added"), ` ${path} (new file, ${lines(added)})`);
  if (what === "gone")
    return row("  ", span("-", "removed"), ` ${path} (removed, ${lines(removed)})`);
  const parts = [
    ...(added > 0 || removed === 0 ? [`+${lines(added)}`] : []),
    ...(removed > 0 ? [`-${lines(removed)}`] : []),
  ];
  return row("  ", span("M", "place"), ` ${path} (${parts.join(", ")})`);
}

function qualityRows(all: readonly CheckLine[], isRoomy: boolean, width: number): ScreenRow[] {
  if (all.length === 0) return [row("  no checks")];
  const half = Math.floor(width / 2) - 1;
  const room = (isRoomy ? width : half) - 4;
  // The sign of a check is always visible, however long its text is.
  const one = (check: CheckLine): ScreenRow => {
    const text = shortenText(safeText(`  ${check.name}: ${checkText(check)}`), room);
    return [...row(`${text} `), qualityMark(check)];
  };
  if (isRoomy) return all.map(one);
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, index) =>
    all.slice(index * 2, index * 2 + 2).flatMap((quality) => [...fitRow(one(quality), half)]),
  );
}
