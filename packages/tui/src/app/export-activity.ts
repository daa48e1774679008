import type { AuditEntryLine } from "@countersign/api";
import { countText, matchesEntry } from "@countersign/review";
import type { Message } from "../engine/message.ts";
import type { RunningRequest } from "../engine/outside.ts";
import type { TuiEffect } from "../model/step.ts";

const PAGE = 500;
/** Use `countersign audit export` for longer exports. */
const MAX_ENTRIES = 100_000;

/** Writes all entries that match the filter, one JSON object per line. */
export async function exportActivity(
  { engine, outside, read }: Pick<RunningRequest, "engine" | "outside" | "read">,
  { path, kind, filter }: Extract<TuiEffect, { type: "export" }>,
): Promise<Message> {
  try {
    const { me } = read().data;
    const entries: AuditEntryLine[] = [];
    let after: string | undefined;
    for (;;) {
      const { items, next } = await engine.listAuditEntries({ limit: PAGE, after });
      entries.push(...items.filter((entry) => matchesEntry(entry, { kind, filter, me })));
      if (next === null || entries.length >= MAX_ENTRIES) break;
      after = next;
    }
    const written = await outside.writeNew(path, toLines(entries));
    return {
      type: "noticed",
      text: `${countText(entries.length, "entry", "entries")} in ${written}`,
      paint: "plain",
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "noticed", text: `Nothing was written: ${why}`, paint: "warn" };
  }
}

function toLines(entries: readonly AuditEntryLine[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
