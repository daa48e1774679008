import { policyChangeLines, type TaskView } from "@countersign/api";
import type { Change, ChangedFile } from "@countersign/review";
import {
  type CheckLine,
  checkText,
  durationText,
  listChecks,
  SIGNS,
  safeText,
} from "@countersign/review";
import { panelOf } from "../panels/panel-machine.ts";
import { changeKey } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { bodyHeight, head, heading, panel } from "../terminal/box.ts";
import { shorten, wrap } from "../terminal/measure.ts";
import { isRoomySize } from "../terminal/roomy-size.ts";
import { apart, fit, type Row, row, rowWidth, span } from "../terminal/row.ts";
import { chainRow } from "./chain.ts";
import { contextRows } from "./context-view.ts";
import { qualityMark } from "./quality.ts";
import { issueRows, saidRows } from "./said-rows.ts";
import { specificationRows } from "./specification.ts";

const SIDE = 44;

/** One task: what changed, what the checks said, what the agent said, and the keys that decide. */
export function taskRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const isRoomy = isRoomySize(model);
  const isWide = hasSide(model);
  const inner = isWide ? columns - 3 - SIDE : columns - 2;
  const foot = footRows(model, columns - 2);
  const view = currentView(model);
  const lines =
    view === null
      ? [[], row("  The task is being read ...")]
      : taskLines(model, view, isRoomy, inner);
  const body = scrolled(lines, model.review.scroll, bodyHeight({ height, foot }), inner);
  return panel({
    width: columns,
    height,
    head: head(row(span("REVIEW TASK", "strong")), row(placeText(model)), inner),
    body,
    foot,
    ...(isWide && view !== null ? { side: sideOf(model, view, bodyHeight({ height, foot })) } : {}),
  });
}

function sideOf(model: Model, view: TaskView, height: number) {
  const lines = contextRows(model, view, SIDE);
  return {
    width: SIDE,
    head: row(" ", model.pane === 1 ? span("[CONTEXT]", "strong") : "CONTEXT"),
    body: scrolled(lines, model.scroll, height, SIDE),
  };
}

/** Where the context begins that follows the task on a narrow screen. */
export function contextStart(model: Model): number {
  const view = currentView(model);
  if (view === null) return 0;
  const width = model.size.columns - 2;
  const all = taskLines(model, view, isRoomySize(model), width);
  return all.length - contextRows(model, view, width - 2).length + 1;
}

/** Whether there is room for the context beside the task; otherwise it follows below. */
export function hasSide(model: Model): boolean {
  return isRoomySize(model) && model.size.columns >= 120;
}

function placeText({ review, data }: Model): string {
  const at = review.queue.indexOf(review.current ?? "");
  const place = at === -1 ? "" : `[${at + 1}/${review.queue.length}] `;
  const repo = data.lines.get(review.current ?? "")?.repo;
  return `${repo === undefined ? "" : `${repo}  `}${place}${review.current ?? ""}`;
}

/** The part that can be seen; what is hidden below is counted at the end. */
export function scrolled(
  lines: readonly Row[],
  scroll: number,
  height: number,
  width: number,
): Row[] {
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  const shown = lines.slice(top, top + height);
  const below = lines.length - top - height;
  const last = shown.at(-1);
  if (below <= 0 || last === undefined) return shown;
  const more = row(span(`${SIGNS.more} ${below} more  `, "faint"));
  return [
    ...shown.slice(0, -1),
    apart(fit(last, Math.max(0, width - rowWidth(more))), more, width),
  ];
}

/** All of it, however much can be seen. */
export function taskLines(model: Model, view: TaskView, isRoomy: boolean, width: number): Row[] {
  const { round } = view;
  const blank: Row[] = isRoomy ? [[]] : [];
  const label = `  Task: ${view.title}`;
  const labels = view.labels.map(({ name }) => name).join(" ");
  return [
    ...newerRows(model, view),
    ...blank,
    isRoomy
      ? row(label)
      : apart(row(label), row(span(`  ${view.priority} ${labels} `, "faint")), width),
    row(agentText(model, view)),
    ...(isRoomy ? [] : [[...row("  "), ...chainRow(view, model.data.me)]]),
    [],
    ...specificationRows(view, width),
    ...changeRows(model, view, width),
    ...policyRows(view, width),
    [],
    [...row("  "), ...heading("Quality Results")],
    ...qualityRows(listChecks(view), isRoomy, width),
    [],
    ...saidRows(view, width),
    ...issueRows(view, width),
    [...row("  "), ...heading("Agent Signal")],
    row(`  STATUS: ${round?.signal ?? "nothing was submitted yet"}`),
    ...messageRows(round?.summary ?? "", width),
    ...(hasSide(model) ? [[]] : contextBelow(model, view, width)),
  ];
}

/** Where there is no second column its content follows the first. */
function contextBelow(model: Model, view: TaskView, width: number): Row[] {
  return [[], ...contextRows(model, view, width - 2).map((line) => [span(" "), ...line])];
}

function messageRows(summary: string, width: number): Row[] {
  const indent = "           ";
  const lines = wrap(safeText(`"${summary}"`), Math.max(20, width - indent.length - 2));
  return lines.map((line, index) => row(index === 0 ? `  MESSAGE: ${line}` : `${indent}${line}`));
}

function agentText({ data }: Model, view: TaskView): string {
  const agent = view.authors.at(-1) ?? view.assignee ?? "nobody yet";
  const round = view.round?.number ?? 0;
  const worked = data.durations.get(`${view.id} ${round}`);
  const duration = worked === undefined || worked === null ? "-" : durationText(worked);
  const bar = SIGNS.bar;
  return `  Agent: ${agent} ${bar} Duration: ${duration} ${bar} Iterations: ${round}`;
}

/** A newer round is announced and never slipped under a decision. */
function newerRows({ review }: Model, view: TaskView): Row[] {
  if (review.newerSinceMs === null || review.pin === null || view.round === null) return [];
  const who = view.authors.at(-1) ?? "the agent";
  const what = `${who} sent round ${view.round.number} while you read round ${review.pin.round}.`;
  return [
    row(span(`  ${what}`, "warn")),
    row(
      "  ",
      span("[I]", "key"),
      " see what is new  ",
      span("[A]", "key"),
      ` approve round ${view.round.number}`,
    ),
  ];
}

/** What the change does to the policy, with every key that it loosens. */
function policyRows({ round }: TaskView, width: number): Row[] {
  const lines = policyChangeLines(round?.change?.policy ?? null);
  if (lines.length === 0) return [];
  const rows = lines.flatMap((line) => wrap(safeText(line), Math.max(20, width - 4)));
  return [
    [],
    [...row("  "), ...heading("Policy")],
    ...rows.map((line) => row("  ", span(line, "warn"))),
  ];
}

function changeRows(model: Model, view: TaskView, width: number): Row[] {
  const { round } = view;
  const change = round?.change;
  const title: Row = [...row("  "), ...heading("Changes Summary")];
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

const MOST_FILES = 200;

function fileRows(change: Change, view: TaskView, width: number): Row[] {
  const { files, unshown } = change;
  const found = (path: string): number =>
    view.findings.filter(({ file, disposition }) => file === path && disposition.is === "open")
      .length;
  const rows = files.slice(0, MOST_FILES).map((file) => {
    const number = found(file.path);
    const mark =
      number === 0
        ? row("")
        : row(span(`  ${number === 1 ? "1 finding" : `${number} findings`}  `, "warn"));
    return apart(fileText(file), mark, width);
  });
  const more = files.length - MOST_FILES;
  return [
    ...rows,
    ...(more > 0 ? [row(`  and ${more} more`)] : []),
    ...unshown.map(({ path, why }) => row(span(`  ! ${path} (not shown: ${why})`, "warn"))),
  ];
}

function fileText({ path, what, added, removed }: ChangedFile): Row {
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

function qualityRows(all: readonly CheckLine[], isRoomy: boolean, width: number): Row[] {
  if (all.length === 0) return [row("  no checks")];
  const half = Math.floor(width / 2) - 1;
  const room = (isRoomy ? width : half) - 4;
  // However much a check has to say, its sign is always in sight.
  const one = (check: CheckLine): Row => {
    const text = shorten(safeText(`  ${check.name}: ${checkText(check)}`), room);
    return [...row(`${text} `), qualityMark(check)];
  };
  if (isRoomy) return all.map(one);
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, index) =>
    all.slice(index * 2, index * 2 + 2).flatMap((quality) => [...fit(one(quality), half)]),
  );
}

const WIDE_KEYS = 112;
const NARROW = 76;

function footRows(model: Model, width: number): Row[] {
  const back = panelOf(model.panels) === "single" ? "Back to the board" : "Back to summary";
  const isNarrow = width < NARROW;
  const first = keys(
    ["A", currentView(model)?.state === "held" ? "Release" : "Approve"],
    ["R", isNarrow ? "Redo" : "Redo with feedback"],
    ["X", "Reject"],
    ["D", isNarrow ? "Diff" : "View diff"],
  );
  const second = [...keys(["N", "Next task"]), span(" "), ...keys(["P", "Previous task"]).slice(1)];
  const gap = span(isNarrow ? " " : "        ");
  const isWide = width >= WIDE_KEYS;
  const last = keys(["Esc", isWide ? back : "Back"]).slice(1);
  const above = isWide ? keys(["I", "Since last review"], ["W", "Why"], ["U", "Undo"]) : [];
  const beside = isWide
    ? keys(["o", "output"], ["m", "mode"], ["y", "copy id"], ["?", "help"])
    : keys(...(isNarrow ? [] : [["o", "output"] as const]), ["?", "help"]);
  return [
    apart(first, [...above, span("  ")], width),
    apart([...second, gap, ...last], [...beside, span("  ")], width),
  ];
}

/** Keys with what they do, three spaces apart. */
function keys(...pairs: readonly (readonly [name: string, does: string])[]): Row {
  return pairs.flatMap(([name, does], index) => [
    span(index === 0 ? "  " : "   "),
    span(`[${name}]`, "key"),
    span(` ${does}`),
  ]);
}
