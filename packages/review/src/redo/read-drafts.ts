import { z } from "zod";
import { createField } from "../typing/text-field.ts";
import { EMPTY_DRAFT, REDO_OPTIONS, REDO_PRIORITIES, type RedoDraft } from "./redo-draft.ts";

export type RedoDrafts = ReadonlyMap<string, RedoDraft>;

const StoredDrafts = z.record(
  z.string().max(200),
  z.object({
    issues: z.array(z.string().max(200)).max(20),
    feedback: z.object({ text: z.string().max(10_000) }),
    option: z.enum(REDO_OPTIONS),
    priority: z.enum(REDO_PRIORITIES),
    comments: z
      .array(
        z.object({
          path: z.string().max(4_096),
          line: z.int(),
          endLine: z.int().optional(),
          quote: z.string().max(100_000),
          text: z.string().max(10_000),
        }),
      )
      .max(200),
    findings: z.array(z.string().max(200)).max(200),
  }),
);

/** Reads stored drafts; an invalid file counts as empty. */
export function readRedoDrafts(stored: unknown): RedoDrafts {
  const read = StoredDrafts.safeParse(stored);
  if (!read.success) return new Map();
  return new Map(
    Object.entries(read.data).map(([task, draft]) => [
      task,
      { ...EMPTY_DRAFT, ...draft, feedback: createField(draft.feedback.text) },
    ]),
  );
}
