import { z } from "zod";
import { createField, EMPTY_FIELD, type TextField } from "../typing/text-field.ts";

export type RedoField = "issues" | "feedback" | "option" | "priority";

export const REDO_OPTIONS = ["keep", "fresh", "checkpoint"] as const;
export const REDO_PRIORITIES = ["same", "bump", "lower"] as const;

/** A comment on a line or a range of lines, which is sent with the decision. */
export type Comment = {
  readonly path: string;
  readonly line: number;
  /** The last line of a range; the quote then has all lines. */
  readonly endLine?: number | undefined;
  readonly quote: string;
  readonly text: string;
};

/** Feedback that is not sent yet. */
export type RedoDraft = {
  readonly issues: readonly string[];
  readonly feedback: TextField;
  readonly option: (typeof REDO_OPTIONS)[number];
  readonly priority: (typeof REDO_PRIORITIES)[number];
  readonly focus: RedoField;
  readonly comments: readonly Comment[];
  /** Ids of the findings that are part of the feedback. */
  readonly findings: readonly string[];
};

export const EMPTY_DRAFT: RedoDraft = {
  issues: [],
  feedback: EMPTY_FIELD,
  option: "keep",
  priority: "same",
  focus: "issues",
  comments: [],
  findings: [],
};

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

/** Reads the drafts that earlier releases stored in a file; null if they are invalid. */
export function readRedoDrafts(stored: unknown): RedoDrafts | null {
  const read = StoredDrafts.safeParse(stored);
  if (!read.success) return null;
  return new Map(
    Object.entries(read.data).map(([task, draft]) => [
      task,
      { ...EMPTY_DRAFT, ...draft, feedback: createField(draft.feedback.text) },
    ]),
  );
}
