import { randomBytes } from "node:crypto";
import { chmod, mkdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { applyEdit } from "../edits/apply-edit.ts";
import { readFileState } from "../edits/file-state.ts";
import type { FileRecord } from "./init-record.ts";
import type { FileChange } from "./plan-files.ts";

const EXECUTABLE = 0o755;
const ORDINARY = 0o666;
/** Of a file with secrets. */
const PRIVATE = 0o600;

/** Writes every change, or none: what was written before a failure is taken back. */
export async function writeFileChanges(changes: readonly FileChange[]): Promise<void> {
  const current = await Promise.all(changes.map(asItIsNow));
  for (const { done, found } of current) await requireSame(done, found);
  const written: FileChange[] = [];
  try {
    for (const change of current) {
      written.push(change);
      await writeChange(change);
    }
  } catch (error) {
    for (const { done, found } of written.toReversed()) {
      await restoreFile(done, found).catch(() => undefined);
    }
    throw error;
  }
}

/** Replaces a file in one step and keeps its permissions. */
export async function replaceText(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, text, { flag: "wx" });
  await chmod(draft, mode & 0o7777);
  await rename(draft, path);
}

/** The file as it was, and without the folders that were made for it. */
export async function restoreFile(
  { path, folders }: FileRecord,
  before: string | null,
): Promise<void> {
  if (before !== null) {
    await replaceText(path, before);
    return;
  }
  await rm(path, { force: true });
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined); // not empty
}

/** A running agent may have rewritten a file of its own since the plan; our entries go into that text. */
async function asItIsNow(change: FileChange): Promise<FileChange> {
  const { done, found, isLive } = change;
  if (!isLive || found === null) return change;
  const state = await readFileState(done.path, done.within);
  if (state.is !== "file" || state.text === found) return change;
  const edited = applyEdit(state.text, done.edit, done.shown);
  return "text" in edited ? { ...change, found: state.text, text: edited.text } : change;
}

async function writeChange({ is, done, text, executable, isLive }: FileChange): Promise<void> {
  if (is === "edit") {
    await replaceText(done.path, text);
    return;
  }
  for (const folder of done.folders) await mkdir(folder).catch(ignoreThere);
  await writeFile(done.path, text, { flag: "wx", mode: isLive ? PRIVATE : ORDINARY });
  if (executable) await chmod(done.path, EXECUTABLE);
}

/** A person may have thought for a while: what was shown must still be what is there. */
async function requireSame(
  { path, within, shown }: FileRecord,
  found: string | null,
): Promise<void> {
  const state = await readFileState(path, within);
  const now = state.is === "file" ? state.text : null;
  if (state.is !== "left" && now === found) return;
  throw new CountersignError("invalid_input", `${shown} was changed during the setup`, {
    hint: "No file was written; run countersign init again",
  });
}

function ignoreThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
