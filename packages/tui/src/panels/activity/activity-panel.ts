import type { AuditEntryLine } from "@countersign/api";
import {
  clockText,
  createField,
  ENTRY_KINDS,
  type EntryKind,
  entryText,
  isOrganisationEntry,
  matchesEntry,
} from "@countersign/review";
import type { Need } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { changeFront, createPanelState } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenText } from "../../screen-reader/spoken-text.ts";
import { navigateWithGuard, openSingleTask } from "../../session/review-session.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { cell, entryRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint, keysHint } from "../../widgets/key-hints.ts";

/** The next page is loaded when this many entries or fewer follow. */
const PRELOAD_ENTRIES = 40;

const activityState = createPanelState<{ readonly kind: EntryKind }>({
  id: "activity",
  init: { kind: "all" },
  isRemembered: true,
});

/** The activity, newest first. */
export const activityPanel = definePanel({
  id: "activity",
  needs: activityNeeds,
  commands: {
    "activity.open": (model) =>
      withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "activity" })),
    "activity.task": openSelectedTask,
    "activity.follow": (model) => withoutEffects(changeFront(model, { at: 0 })),
    "activity.export": (model) => withoutEffects(beginExport(model)),
    "activity.all": (model) => withoutEffects(showKind(model, "all")),
    "activity.mine": (model) => withoutEffects(showKind(model, "mine")),
    "activity.decisions": (model) => withoutEffects(showKind(model, "decisions")),
    "activity.agents": (model) => withoutEffects(showKind(model, "agents")),
    "activity.errors": (model) => withoutEffects(showKind(model, "errors")),
  },
  view: activityRows,
  hits: (model, { at }) => (at < listEntries(model).length ? changeFront(model, { at }) : null),
  opens: "activity.task",
  speak(model) {
    const entry = selectedEntry(model);
    const by = entry?.by === model.data.me ? "you" : entry?.by;
    return {
      name: "Activity, newest first",
      lines: [],
      here:
        entry === undefined
          ? "Nothing happened yet."
          : toSpokenText(
              `${clockText(entry.atMs)} ${by} ${subjectText(entry)} ${entryText(entry)}`,
            ),
      keys: keysText(model.keymap, [
        [["nav.down", "nav.up"], "move"],
        [["activity.task"], "opens the task"],
        [["app.back"], "back"],
      ]),
    };
  },
});

function activityNeeds({ data, stack }: Model): Need[] {
  if (!data.activityRead) return [{ is: "activity", after: null, key: "activity" }];
  const isNear = frontFrame(stack).at >= data.activity.length - PRELOAD_ENTRIES;
  const after = data.activityNext;
  return after === null || !isNear ? [] : [{ is: "activity", after, key: `activity ${after}` }];
}

function showKind(model: Model, kind: EntryKind): Model {
  return changeFront(activityState.change(model, { kind }), { at: 0 });
}

/** Prompts for the file to export to. */
function beginExport(model: Model): Model {
  const day = new Date(model.nowMs).toISOString().slice(0, 10);
  const field = createField(`~/countersign-activity-${day}.jsonl`);
  return { ...model, line: { is: "export", field } };
}

/** Exports the entries that match the filter. */
export function exportTo(model: Model, path: string): ModelStep {
  if (path === "")
    return withoutEffects(showNotice(model, "Nothing was written: name a file.", "warn"));
  const { kind } = activityState.of(model);
  const { filter } = model;
  return withEffect(showNotice(model, "Writing ..."), { type: "export", path, kind, filter });
}

function openSelectedTask(model: Model): ModelStep {
  const entry = selectedEntry(model);
  if (entry === undefined) return withoutEffects(model);
  if (isOrganisationEntry(entry))
    return withoutEffects(
      showNotice(model, "About the organisation, not a task: countersign audit list", "warn"),
    );
  return withoutEffects(openSingleTask(navigateWithGuard(model, { type: "HOME" }), entry.task));
}

/** Returns the entries of the selected kind that contain every word of the filter. */
function listEntries(model: Model): readonly AuditEntryLine[] {
  const { data, filter } = model;
  const { kind } = activityState.of(model);
  if (kind === "all" && filter === "") return data.activity;
  return data.activity.filter((entry) => matchesEntry(entry, { kind, filter, me: data.me }));
}

function selectedEntry(model: Model): AuditEntryLine | undefined {
  const entries = listEntries(model);
  return entries[Math.min(frontFrame(model.stack).at, entries.length - 1)];
}

function activityRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const { keymap } = model;
  const foot = [
    row(
      "  ",
      ...keysHint(keymap, ["nav.down", "nav.up"], " move   "),
      ...keyHint(keymap, "activity.task", " open task   "),
      ...keyHint(keymap, "list.filter", " search   "),
      ...keyHint(keymap, "activity.export", " export   "),
      ...keyHint(keymap, "app.back", " Back"),
    ),
  ];
  const kinds = ENTRY_KINDS.map((kind, index) => `${index + 1} ${kind}`).join("  ");
  const { kind } = activityState.of(model);
  const above = [row(span(` filter: ${kind}   ${kinds}`, "faint")), []];
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length);
  const entries = listEntries(model);
  const at = Math.min(frontFrame(model.stack).at, Math.max(0, entries.length - 1));
  const top = centredStart(entries.length, at, room);
  const body = entries
    .slice(top, top + room)
    .map((entry, index) =>
      entryRow(activityRow(model, entry, top + index === at), "entry", top + index),
    );
  const empty = [[], row(model.data.activityRead ? "  Nothing happened yet." : "  reading ...")];
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span("ACTIVITY", "strong")),
      row(model.data.link.is === "live" ? "live" : ""),
      columns - 2,
    ),
    body: [...above, ...(body.length === 0 ? empty : body)],
    foot,
  });
}

function activityRow({ data }: Model, entry: AuditEntryLine, isHere: boolean): ScreenRow {
  const { atMs, by, task } = entry;
  const title = isOrganisationEntry(entry) ? "" : (data.lines.get(task)?.title ?? "");
  return [
    span(isHere ? ">" : " ", "strong"),
    span(`${clockText(atMs)}  `, "faint"),
    cell(by === data.me ? "you" : by, 16),
    cell(subjectText(entry), 14, isHere ? "selected" : "plain"),
    span(` ${entryText(entry)}`),
    span(title === "" ? "" : `  (${title})`, "faint"),
  ];
}

/** Returns the task of an entry, or the organisation. */
function subjectText(entry: AuditEntryLine): string {
  return isOrganisationEntry(entry) ? "organisation" : entry.task;
}
