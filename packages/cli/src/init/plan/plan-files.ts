import { parseJsonText } from "../../config-file/config-file.ts";
import { applyEdit, revertEdit } from "../edits/apply-edit.ts";
import type { FileAddition } from "../edits/file-addition.ts";
import { type FileState, readFileState } from "../edits/file-state.ts";
import { splitByteOrderMark } from "../edits/text-format.ts";
import type { FileRecord, InitRecord } from "./init-record.ts";

/** A file that will be made or changed. */
export type FileChange = {
  is: "new" | "edit";
  done: FileRecord;
  /** The current text of the file; null when there is none. */
  found: string | null;
  /** What will lie there. */
  text: string;
  executable: boolean;
  /** The agent may rewrite the file between the plan and now; the edit is then made to its content then. */
  isLive: boolean;
};

/** What becomes of one addition. */
export type PlannedFile = { line: string; says: string } & (
  | FileChange
  /** What is wanted is there already; `done` where another repository's init wrote it, which this one needs too. */
  | { is: "keep"; done: FileRecord | null }
  | { is: "leave" }
);

type Known = { own: InitRecord | null; others: readonly InitRecord[] };
type File = Extract<FileState, { is: "file" }>;

const OWNER_MAY_RUN = 0o100;

/** Looks at every file and works out what it would become. Nothing is written; broken files are an error. */
export async function planFiles(
  additions: readonly FileAddition[],
  known: Known,
): Promise<PlannedFile[]> {
  return await Promise.all(additions.map((addition) => planFile(addition, known)));
}

async function planFile(addition: FileAddition, { own, others }: Known): Promise<PlannedFile> {
  const { path, within } = addition;
  const state = await readFileState(path, within);
  if (state.is === "left") return leave(addition, state.why);
  const objection = objectionTo(addition, state);
  if (objection !== null) return leave(addition, objection);
  const mine = find(own, path);
  const last = mine ?? others.flatMap((done) => find(done, path) ?? [])[0] ?? null;
  return planEdit(addition, { state, last, isMine: mine !== null });
}

type InspectedFile = {
  state: Exclude<FileState, { is: "left" }>;
  last: FileRecord | null;
  isMine: boolean;
};

function planEdit(addition: FileAddition, { state, last, isMine }: InspectedFile): PlannedFile {
  const { path, shown, line, says, within, edit, executable, isLive } = addition;
  const found = state.is === "file" ? state.text : null;
  const isUntouched = last !== null && found === last.after;
  const edited = applyEdit(edit.kind === "whole" && isUntouched ? null : found, edit, shown);
  if ("left" in edited) return leave(addition, edited.left);
  const { text } = edited;
  if (text === found) return keep(addition, isMine ? null : last);
  const was = withoutOurs(found, last, shown);
  const folders = state.is === "absent" ? state.folders : (last?.folders ?? []);
  const done = { path, shown, within, edit, folders, ...recordOf(addition, was, text) };
  const is = found === null ? "new" : "edit";
  return { is, line, says, done, found, text, executable, isLive };
}

/** What is kept of the file for an undo: the whole texts, or of a file with secrets the outline. */
function recordOf({ isLive, edit, shown }: FileAddition, before: string | null, after: string) {
  return isLive && before !== null
    ? { before: outlineOf(before, edit, shown), after: "" }
    : { before, after };
}

/** What of a file must be known to take our part out of it later: which of the objects around it were there. */
function outlineOf(text: string, edit: FileAddition["edit"], name: string): string {
  if (edit.kind !== "json") return "";
  const { body } = splitByteOrderMark(text);
  const known = parseJsonText(body.trim() === "" ? "{}" : body, name);
  const around = edit.additions.flatMap((one) => (one.adds === "value" ? (one.at[0] ?? []) : []));
  const there = around.filter((key) => Object.hasOwn(Object(known), key));
  return JSON.stringify(Object.fromEntries(there.map((key) => [key, {}])));
}

function find(done: InitRecord | null, path: string): FileRecord | null {
  return done?.files.find((file) => file.path === path) ?? null;
}

function keep({ line }: FileAddition, done: FileRecord | null): PlannedFile {
  return { is: "keep", line, says: "up to date", done };
}

function leave({ line }: FileAddition, why: string): PlannedFile {
  return { is: "leave", line, says: why };
}

function objectionTo(
  { edit, shown, clash, executable }: FileAddition,
  state: FileState,
): string | null {
  if (state.is !== "file") return null;
  if (executable && (state.mode & OWNER_MAY_RUN) === 0) return "is switched off, not executable";
  return clash(textWithout(state, edit, shown));
}

function textWithout({ text }: File, edit: FileAddition["edit"], name: string): string {
  return edit.kind === "block" ? (revertEdit(text, edit, { before: null, name }) ?? text) : text;
}

/** The text before the last init; for a file that was edited since, its text without our additions. */
function withoutOurs(text: string | null, last: FileRecord | null, name: string): string | null {
  if (text === null || last === null) return text;
  if (text === last.after) return last.before;
  return revertEdit(text, last.edit, { before: last.before, name }) ?? text;
}
