import { lstat } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { takeEdit } from "../edits/apply-edit.ts";
import { fileState } from "../edits/file-state.ts";
import type { DoneFile } from "./init-record.ts";
import type { PlanStep } from "./plan-steps.ts";
import { putBack, replaceText } from "./write-files.ts";

type UndoFile = PlanStep & { act: (() => Promise<void>) | null };

/** How one file comes back: byte for byte if nobody touched it since, else only what is ours goes. */
export async function undoFile(
  file: DoneFile,
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
  const state = await fileState(path, within);
  const isGone = (await lstat(within).catch(() => null)) === null;
  if (isGone || state.is === "absent") return step("keep", "is gone already", null);
  if (state.is === "left") return step("keep", state.why, null);
  if (state.text === after) {
    return before === null
      ? step("remove", "", async () => await putBack(file, null))
      : step("restore", "as it was", async () => await putBack(file, before));
  }
  const rest = restOf(file, state.text);
  if (rest === null) return step("keep", "was changed since", null);
  if (rest === state.text) return step("keep", "nothing of ours is left in it", null);
  return step("edit", "was changed since, only our part goes", async () => {
    await replaceText(path, rest);
  });
}

/** What is broken by now is left as it is. */
function restOf({ edit, before, shown }: DoneFile, text: string): string | null {
  try {
    return takeEdit(text, edit, { before, name: shown });
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}
