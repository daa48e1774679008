import { lstat } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { revertEdit } from "../edits/apply-edit.ts";
import { readFileState } from "../edits/file-state.ts";
import type { FileRecord } from "./init-record.ts";
import type { PlanStep } from "./plan-steps.ts";
import { replaceText, restoreFile } from "./write-file-changes.ts";

type UndoFile = PlanStep & { act: (() => Promise<void>) | null };

/** Plans the undo of one file: restores an untouched file byte for byte, else removes only our additions. */
export async function undoFile(
  file: FileRecord,
  { isShared }: { isShared: boolean },
): Promise<UndoFile> {
  const { path, shown, within, before, after } = file;
  const step = (what: string, says: string, act: UndoFile["act"]): UndoFile => ({
    what,
    detail: shown,
    says,
    act,
  });
  if (isShared) return step("keep", "other repositories use it", null);
  const state = await readFileState(path, within);
  const isGone = (await lstat(within).catch(() => null)) === null;
  if (isGone || state.is === "absent") return step("keep", "is gone already", null);
  if (state.is === "left") return step("keep", state.why, null);
  if (state.text === after) {
    return before === null
      ? step("remove", "", async () => await restoreFile(file, null))
      : step("restore", "as it was", async () => await restoreFile(file, before));
  }
  const rest = restOf(file, state.text);
  if (rest === null) return step("keep", "was changed since", null);
  if (rest === state.text) return step("keep", "nothing of ours is left in it", null);
  return step("edit", "was changed since, only our part goes", async () => {
    await replaceText(path, rest);
  });
}

/** What is broken by now is left as it is. */
function restOf({ edit, before, shown }: FileRecord, text: string): string | null {
  try {
    return revertEdit(text, edit, { before, name: shown });
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}
