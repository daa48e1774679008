import type { AuditEntryLine } from "@countersign/api";
import { countText, matchesEntry } from "@countersign/review";
import type { Message } from "../engine/message.ts";
import type { Running } from "../engine/outside.ts";
import type { Effect } from "../model/step.ts";

const PAGE = 500;
/** What is longer is taken from the command line: `countersign audit export`. */
const MOST = 100_000;

/** Writes the entries that are shown, also those that nobody has scrolled to, one JSON object on a line. */
export async function exportActivity(
  { engine, outside, read }: Pick<Running, "engine" | "outside" | "read">,
  { path, kind, filter }: Extract<Effect, { type: "export" }>,
): Promise<Message> {
  try {
    const { me } = read().data;
    const entries: AuditEntryLine[] = [];
    let after: string | undefined;
    for (;;) {
      const { items, next } = await engine.listAuditEntries({ limit: PAGE, after });
      entries.push(...items.filter((entry) => matchesEntry(entry, { kind, filter, me })));
      if (next === null || entries.length >= MOST) break;
      after = next;
    }
    const written = await outside.writeNew(path, toLines(entries));
    return {
      type: "told",
      text: `${countText(entries.length, "entry", "entries")} in ${written}`,
      paint: "plain",
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "told", text: `Nothing was written: ${why}`, paint: "warn" };
  }
}

function toLines(entries: readonly AuditEntryLine[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
