import type { AuditEntryLine } from "@countersign/api";
import {
  clockText,
  ENTRY_KINDS,
  entryText,
  isOrganisationEntry,
  matchesEntry,
} from "@countersign/review";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";

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
  const kinds = ENTRY_KINDS.map((kind, index) => `${index + 1} ${kind}`).join("  ");
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
  return data.activity.filter((entry) => matchesEntry(entry, { kind, filter, me: data.me }));
}

function entryRow({ data }: Model, entry: AuditEntryLine, isHere: boolean): Row {
  const { atMs, by, task } = entry;
  const title = isOrganisationEntry(entry) ? "" : (data.lines.get(task)?.title ?? "");
  return [
    span(isHere ? ">" : " ", "strong"),
    span(`${clockText(atMs)}  `, "faint"),
    cell(by === data.me ? "you" : by, 16),
    cell(isOrganisationEntry(entry) ? "organisation" : task, 14, isHere ? "selected" : "plain"),
    span(` ${entryText(entry)}`),
    span(title === "" ? "" : `  (${title})`, "faint"),
  ];
}
