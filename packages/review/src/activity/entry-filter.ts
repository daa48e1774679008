import type { AuditEntryLine } from "@countersign/api";

/** The kinds of entries that can be shown alone, in the order of their number keys. */
export const ENTRY_KINDS = ["all", "mine", "decisions", "agents", "errors"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export type EntryFilter = {
  readonly kind: EntryKind;
  /** Words that must all occur in the entry. */
  readonly filter: string;
  readonly me: string | null;
};

const DECISION =
  /approv|redo|reject|overrid|undo|undone|sent back|rework|withdrawn|merged|released|reopened/;
const ERROR = /fail|error|timed|conflict|no_result|gave_up|escalat|held/;
const MACHINES: ReadonlySet<string> = new Set(["engine", "system"]);

/** Returns whether an entry is of the wanted kind and contains every word of the filter. */
export function matchesEntry(entry: AuditEntryLine, { kind, filter, me }: EntryFilter): boolean {
  if (!isOfKind(entry, kind, me)) return false;
  const text = `${entry.task} ${entry.by} ${entry.what} ${entry.detail ?? ""}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function isOfKind({ by, what }: AuditEntryLine, kind: EntryKind, me: string | null): boolean {
  switch (kind) {
    case "all":
      return true;
    case "mine":
      return by === me;
    case "decisions":
      return DECISION.test(what);
    case "agents":
      return by !== me && !MACHINES.has(by);
    case "errors":
      return ERROR.test(what);
  }
}

/** Returns whether an entry is of the organisation's own log, which is about no task. */
export function isOrganisationEntry({ task }: AuditEntryLine): boolean {
  return task === "@organisation";
}

/** Returns the engine's description of an entry, or its kind where there is none. */
export function entryText(entry: AuditEntryLine): string {
  const { what, detail } = entry;
  const kind = what.replaceAll("_", " ");
  if (detail === null) return kind;
  return isOrganisationEntry(entry) ? `${kind}  ${detail}` : detail;
}
