import type {
  Engine,
  FileMarks,
  OwnReading,
  Principal,
  StoredFeedbackDraft,
} from "@countersign/engine";
import { previewedRedo } from "@countersign/engine";
import type { MemoryTasks } from "./memory-tasks.ts";

/** Drafts and read marks in memory, by person and task, and the preview of a redo. */
export function memoryReading(
  tasksOf: (by: Principal) => MemoryTasks,
): OwnReading & Pick<Engine, "previewRedo"> {
  const drafts = new Map<string, StoredFeedbackDraft>();
  const marks = new Map<string, readonly FileMarks[]>();
  const keyOf = (by: Principal, task: string): string => {
    tasksOf(by).find(task);
    return `${by.org} ${by.actor.id} ${task}`;
  };
  const none = { draft: null, version: 0, updatedMs: null };
  return {
    draft: async (by, task) => drafts.get(keyOf(by, task)) ?? none,
    async saveDraft(by, task, { draft }) {
      const key = keyOf(by, task);
      const saved = { draft, version: (drafts.get(key)?.version ?? 0) + 1, updatedMs: 1 };
      drafts.set(key, saved);
      return saved;
    },
    readMarks: async (by, task) => marks.get(keyOf(by, task)) ?? [],
    async changeReadMarks(by, task, { read }) {
      marks.set(keyOf(by, task), read);
    },
    async previewRedo(by, id, request) {
      const { find, contextOf } = tasksOf(by);
      return previewedRedo(find(id).task, request, contextOf(by.actor));
    },
  };
}
