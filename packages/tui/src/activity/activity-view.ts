import type { AuditEntryLine } from "@countersign/api";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { clockText } from "../words/words.ts";
import { isOfKind, KINDS, type Kind } from "./kinds.ts";

/** What happened, newest first. */
export function activityRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const foot = [
    row(
      "  ",
      span("[j/k]", "key"),
      " move   ",
      span("[Enter]", "key"),
      " open task   ",
      span("[/]", "key"),
      " search   ",
      span("[E]", "key"),
      " export   ",
      span("[Esc]", "key"),
      " Back",
    ),
  ];
  const kinds = KINDS.map((kind, index) => `${index + 1} ${kind}`).join("  ");
  const above = [row(span(` filter: ${model.kind}   ${kinds}`, "faint")), []];
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length);
  const entries = entriesOf(model);
  const at = Math.min(model.scroll, Math.max(0, entries.length - 1));
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), entries.length - room));
  const body = entries
    .slice(top, top + room)
    .map((entry, index) => entryRow(model, entry, top + index === at));
  const empty = [[], row(model.data.activityRead ? "  Nothing happened yet." : "  reading ...")];
  return panel({
    width: columns,
    height,
    head: head(
      row(span("ACTIVITY", "strong")),
      row(model.data.link.is === "live" ? "live" : ""),
      columns - 2,
    ),
    body: [...above, ...(body.length === 0 ? empty : body)],
    foot,
  });
}

/** The entries that are shown: all, or those with every word of the filter. */
export function entriesOf({ data, filter, kind }: Model): readonly AuditEntryLine[] {
  if (kind === "all" && filter === "") return data.activity;
  return data.activity.filter((entry) => isShown(entry, { kind, filter, me: data.me }));
}

type Wanted = { kind: Kind; filter: string; me: string | null };

/** Whether an entry is of the kind, with every word of the filter in it. */
export function isShown(entry: AuditEntryLine, { kind, filter, me }: Wanted): boolean {
  if (!isOfKind(entry, kind, me)) return false;
  const text = `${entry.task} ${entry.by} ${entry.what} ${entry.detail ?? ""}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

/** True for an entry of the organisation's own log, which is about no task. */
export function isOfOrganisation({ task }: AuditEntryLine): boolean {
  return task === "@organisation";
}

function entryRow({ data }: Model, entry: AuditEntryLine, isHere: boolean): Row {
  const { atMs, by, task } = entry;
  const title = isOfOrganisation(entry) ? "" : (data.lines.get(task)?.title ?? "");
  return [
    span(isHere ? ">" : " ", "strong"),
    span(`${clockText(atMs)}  `, "faint"),
    cell(by === data.me ? "you" : by, 16),
    cell(isOfOrganisation(entry) ? "organisation" : task, 14, isHere ? "selected" : "plain"),
    span(` ${entryText(entry)}`),
    span(title === "" ? "" : `  (${title})`, "faint"),
  ];
}

/** What happened in words: as the engine tells it, or the kind of the entry where it does not. */
export function entryText(entry: AuditEntryLine): string {
  const { what, detail } = entry;
  const kind = what.replaceAll("_", " ");
  if (detail === null) return kind;
  return isOfOrganisation(entry) ? `${kind}  ${detail}` : detail;
}
