import { CountersignError, type DraftView, FeedbackDraft } from "@countersign/api";
import { applyMarkChange, type ReadMarks, readKey } from "@countersign/review";
import type { EnginePort } from "../data/engine-port.ts";

/** Keeps drafts and read marks in memory. */
export function tourReading(): Pick<
  EnginePort,
  "readDraft" | "saveDraft" | "listReadLines" | "markReadLines"
> {
  const drafts = new Map<string, DraftView>();
  const marks = new Map<string, ReadMarks>();
  const draftOf = (task: string): DraftView =>
    drafts.get(task) ?? { task, draft: null, version: 0, updatedMs: null };
  return {
    readDraft: async ({ task }) => draftOf(task),
    saveDraft: async ({ task, body: { draft, version } }) => {
      const known = draftOf(task);
      if (version !== null && version !== undefined && version !== known.version)
        throw new CountersignError(
          "stale_content",
          `The feedback to ${task} was changed elsewhere.`,
        );
      const saved = {
        ...known,
        draft: draft === null ? null : FeedbackDraft.parse(draft),
        version: known.version + 1,
      };
      drafts.set(task, saved);
      return saved;
    },
    listReadLines: async ({ task }) => ({
      task,
      files: [...(marks.get(task) ?? [])].map(([key, lines]) => ({
        path: key.slice(readKey(task, "").length),
        lines: [...lines],
      })),
    }),
    markReadLines: async ({ task, body: { read = [], unread = [] } = {} }) => {
      const known = marks.get(task) ?? new Map();
      const gone = unread.map(({ path, lines }) => ({
        path,
        lines: lines ?? [...(known.get(readKey(task, path)) ?? [])],
      }));
      marks.set(task, applyMarkChange(known, task, { read, unread: gone }));
      return {};
    },
  };
}
