import { type AuditRecord, describeChange, ORGANISATION_LOG } from "@countersign/engine";
import { csvRow } from "./csv-row.ts";

type Entry = Extract<AuditRecord, { kind: "entry" }>;

export const AUDIT_CSV_HEAD = csvRow([
  "time",
  "task",
  "entry",
  "who",
  "what",
  "tree",
  "policy",
  "reason",
  "seal",
  "hash",
]);

/** One entry for people; what cannot be put into a cell is in the lines that can be verified. */
export function auditCsvRow({ atMs, task, seq, by, event, hash }: Entry, seal: number): string {
  const at = new Date(atMs).toISOString();
  if (task === ORGANISATION_LOG) {
    const detail = describeChange(event);
    return csvRow([at, "organisation", seq, by, event.type, "", "", detail, seal, hash]);
  }
  const tree = textAt(event, ["tree"], ["content", "tree"], ["verdict", "tree"]);
  const policy = textAt(event, ["decision", "policyDigest"], ["digest"]);
  const reason = textAt(event, ["reason"], ["hold", "reason"], ["entry", "customFeedback"]);
  return csvRow([at, task, seq, by, event.type, tree, policy, reason, seal, hash]);
}

/** The first text that is at one of these places. */
function textAt(event: object, ...paths: readonly (readonly string[])[]): string {
  for (const path of paths) {
    const found = path.reduce<unknown>(fieldOf, event);
    if (typeof found === "string") return found;
  }
  return "";
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
