import type { AuditEntryLine } from "@countersign/api";

/** The kinds of entries that one may want alone, by number. */
export const KINDS = ["all", "mine", "decisions", "agents", "errors"] as const;
export type Kind = (typeof KINDS)[number];

const DECISION =
  /approv|redo|reject|overrid|undo|undone|sent back|rework|withdrawn|merged|released|reopened/;
const ERROR = /fail|error|timed|conflict|no_result|gave_up|escalat|held/;
const MACHINE = new Set(["engine", "system"]);

/** Whether an entry is of a kind; `me` is whoever looks. */
export function isOfKind({ by, what }: AuditEntryLine, kind: Kind, me: string | null): boolean {
  switch (kind) {
    case "all":
      return true;
    case "mine":
      return by === me;
    case "decisions":
      return DECISION.test(what);
    case "agents":
      return by !== me && !MACHINE.has(by);
    case "errors":
      return ERROR.test(what);
  }
}
