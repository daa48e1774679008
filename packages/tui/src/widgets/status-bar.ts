import {
  clockText,
  countText,
  firstKey,
  type Keymap,
  readingMinutes,
  repositoryFilter,
  SIGNS,
} from "@countersign/review";
import type { Act, Model } from "../model/model.ts";
import { doneWord } from "../model/step.ts";
import { hasSeveralRepositories, pendingTasks } from "../model/tasks.ts";
import { isAutoApprovable } from "../session/read-share.ts";
import { row, rowWidth, type ScreenRow, span, spreadRow } from "../terminal/row.ts";
import { keyHint } from "./key-hints.ts";

const BAR = ` ${SIGNS.bar} `;

/** Draws the first line: the location, and the state of the connection. */
export function headerRow(model: Model): ScreenRow {
  const { data, size } = model;
  const { name, branch } = shownWorkplace(model);
  const left = row(" ", span("countersign", "strong"), `  ${name}`, span(branch, "faint"));
  const { in_progress: busy } = data.counts;
  const agents = `${countText(busy, "task")} with agents`;
  const right = [...openSpan(data), ...row(`${agents}${BAR}`), ...linkSpan(data), span(" ")];
  return spreadRow(left, right, size.columns);
}

/** Returns the repository that the board was opened in, unless it shows several. */
function shownWorkplace({ workplace, data, filter }: Model): { name: string; branch: string } {
  const isOne = filter.startsWith(repositoryFilter(""));
  if (isOne) return { name: filter.slice(repositoryFilter("").length), branch: "" };
  if (hasSeveralRepositories(data)) return { name: "all repositories", branch: "" };
  const { name, branch } = workplace;
  return { name, branch: branch === null ? "" : `  ${branch}` };
}

/** Warns on every screen if code of agents may run with the person's rights. */
function openSpan({ unsandboxed }: Model["data"]): ScreenRow {
  if (unsandboxed.length === 0) return [];
  return row(span(`no sandbox: ${unsandboxed.join(", ")}`, "warn"), BAR);
}

function linkSpan({ link }: Model["data"]): ScreenRow {
  if (link.is === "loading") return row(span("loading", "faint"));
  return link.is === "live"
    ? row(span(SIGNS.live, "good"), " live")
    : row(span(`${SIGNS.cross} not reachable`, "bad"));
}

/** Draws the line of pending tasks; null if there are none. */
export function pendingRow(model: Model, width: number): ScreenRow | null {
  const held = undoableDecision(model);
  if (held !== null) return spreadRow(held, problemRow(model) ?? row(" "), width);
  const pending = Math.max(
    pendingTasks(model).length,
    model.sent.size > 0 ? 0 : model.data.waitingForMe,
  );
  const problem = problemRow(model);
  if (pending === 0 && problem === null) return unreviewedRow(model, width);
  if (pending === 0) return spreadRow(row(" "), problem ?? row(" "), width);
  const left = row(
    " ",
    span("REVIEW PENDING", "strong"),
    `${BAR}${countText(pending, "task")}${BAR}Press `,
    ...keyHint(model.keymap, "review.open", " to review"),
  );
  return spreadRow(left, problem ?? restRow(model, width - rowWidth(left) - 2), width);
}

/** Draws the parts that fit, most important first. */
function restRow(model: Model, room: number): ScreenRow {
  const views = pendingTasks(model).flatMap(({ task }) => model.data.views.get(task) ?? []);
  const ready = views.filter((view) => isAutoApprovable(model, view)).length;
  const paused = model.data.counts.held;
  const minutes = Math.round(views.reduce((sum, view) => sum + readingMinutes(view), 0));
  const parts = [
    `${model.data.waitingForMe} your turn`,
    ...(ready === 0 ? [] : [`${ready} auto-approvable`]),
    ...(paused === 0 ? [] : [`${paused} held`]),
    ...(model.data.unreviewed.length === 0
      ? []
      : [`unreviewed commits, see [${firstKey(model.keymap, "sprint.open")}]`]),
    ...(minutes === 0 ? [] : [`~${minutes} min reading`]),
    ...(model.data.putOff === 0 ? [] : [`+${model.data.putOff} later`]),
  ];
  while (parts.length > 0 && parts.join(BAR).length > room) parts.pop();
  return row(parts.join(BAR), " ");
}

/** Lists commits that targets got without a review; null if there are none. */
function unreviewedRow({ data: { unreviewed } }: Model, width: number): ScreenRow | null {
  const [first, ...others] = unreviewed;
  if (first === undefined) return null;
  const more =
    others.length === 0 ? "" : `, and in ${countText(others.length, "other repository")}`;
  return spreadRow(row(" ", span(`${first.repo}: ${first.text}${more}`, "warn")), row(" "), width);
}

function problemRow({ data, keymap }: Model): ScreenRow | null {
  const { link, paused } = data;
  if (link.is !== "lost")
    return paused.length === 0 ? null : row(span(stoppedText(paused, keymap), "bad"));
  const text = `engine unreachable, showing ${clockText(link.sinceMs)} data, retrying `;
  return row(span(text, "bad"));
}

const EFFECTS: Readonly<Record<Act, string>> = {
  approve: "merges",
  override: "merges",
  redo: "the agent is notified",
  reject: "takes effect",
};

/** Returns the newest decision that can still be undone. */
function undoableDecision({ data, decisions, nowMs, keymap }: Model): ScreenRow | null {
  for (const { task, act } of decisions.toReversed()) {
    const grace = data.views.get(task)?.grace;
    if (grace === undefined || grace === null || grace.untilMs <= nowMs) continue;
    const seconds = Math.ceil((grace.untilMs - nowMs) / 1_000);
    const effect = EFFECTS[act];
    return row(
      " ",
      span(`${doneWord(act)} ${task}`, "good"),
      `${BAR}${effect} in ${seconds} s${BAR}`,
      ...keyHint(keymap, "review.undo", " undo"),
    );
  }
  return null;
}

/** Which merges are stopped, and the key that says why and lets them go on. */
function stoppedText(paused: Model["data"]["paused"], keymap: Keymap): string {
  const repos = paused.map(({ repo }) => repo).join(", ");
  return `merges to ${repos} stopped: [${firstKey(keymap, "merges.open")}] `;
}
