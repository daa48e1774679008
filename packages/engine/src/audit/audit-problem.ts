import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";

/** All problems of an export, as text templates. */
const TEXTS = {
  unreadable: "line {line} cannot be read",
  misplaced: "line {line} is out of place",
  no_header: "the file does not begin with its header",
  no_end: "the file ends before its end: something was cut off",
  other_end: "the file ends with another seal than it says",
  foreign_org: "seal {seal} is of another organisation",
  seal_gap: "a seal is missing or out of place before seal {seal}",
  seal_previous: "seal {seal} does not follow the seal before it",
  seal_changed: "seal {seal} was changed after it was made",
  seal_signature: "seal {seal} is not signed by the key that it names",
  seal_key: "seal {seal} is signed by a key that the previous key did not authorise",
  no_trusted_seal: "no seal is signed by the given key",
  leaves_changed: "seal {seal} covers other logs than the file holds",
  entries_missing: "entries of {task} are missing from entry {seq} on",
  not_archived: "entries of {task} are missing, and no seal says that their month is archived",
  other_archive: "other tasks than were archived have no entries, such as {task}",
  entry_unexpected: "entry {seq} of {task} is in a place where no seal knows it",
  entry_previous: "entry {seq} of {task} does not follow the entry before it",
  entry_changed: "entry {seq} of {task} was changed after it was written",
  other_head: "the log of {task} ends at entry {seq} otherwise than was sealed",
  outside_missing: "seal {seal}, the last one outside the database, is not among the seals",
} as const;

export type ProblemKind = keyof typeof TEXTS;

/** One difference from the written log, and its location. */
export type AuditProblem = {
  kind: ProblemKind;
  seal: number | null;
  task: string | null;
  seq: number | null;
  text: string;
};

type Where = { line?: number; seal?: number | null; task?: string; seq?: number };

export function createProblem(kind: ProblemKind, where: Where): AuditProblem {
  const { seal = null, task = null, seq = null, line = null } = where;
  const known = { seal, task: task === ORGANISATION_LOG ? "the organisation" : task, seq, line };
  const text = TEXTS[kind].replaceAll(/\{(seal|task|seq|line)\}/g, (_, name: keyof typeof known) =>
    String(known[name] ?? "?"),
  );
  return { kind, seal, task, seq, text };
}
