import { z } from "zod";
import { fieldOf } from "../keys/text-field.ts";
import { EMPTY_DRAFT, OPTIONS, PRIORITIES, type RedoDraft } from "./redo-draft.ts";

export type RedoDrafts = ReadonlyMap<string, RedoDraft>;

const Kept = z.record(
  z.string().max(200),
  z.object({
    issues: z.array(z.string().max(200)).max(20),
    feedback: z.object({ text: z.string().max(10_000) }),
    option: z.enum(OPTIONS),
    priority: z.enum(PRIORITIES),
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

/** Feedback that was begun before, as it was kept; what is not understood is as if there were none. */
export function readRedoDrafts(kept: unknown): RedoDrafts {
  const read = Kept.safeParse(kept);
  if (!read.success) return new Map();
  return new Map(
    Object.entries(read.data).map(([task, draft]) => [
      task,
      { ...EMPTY_DRAFT, ...draft, feedback: fieldOf(draft.feedback.text) },
    ]),
  );
}
