import { TaskId } from "@countersign/core";
import { z } from "zod";

const Path = z.string().min(1).max(4_096);

/** The number of characters of the digest of a line. */
export const LINE_MARK_LENGTH = 16;
const LineMark = z.string().regex(/^[A-Za-z0-9+/_-]{16}$/);

/** A comment on a line or a range of lines. */
const DraftComment = z.strictObject({
  path: Path,
  line: z.int(),
  /** The last line of a range. */
  endLine: z.int().optional(),
  quote: z.string().max(100_000),
  text: z.string().max(10_000),
});

/** Feedback that is not sent yet. */
export const FeedbackDraft = z.strictObject({
  issues: z.array(z.string().max(200)).max(20).default([]),
  feedback: z.string().max(10_000).default(""),
  option: z.enum(["keep", "fresh", "checkpoint"]).default("keep"),
  priority: z.enum(["same", "bump", "lower"]).default("same"),
  comments: z.array(DraftComment).max(200).default([]),
  /** Ids of the findings that are part of the feedback. */
  findings: z.array(z.string().max(200)).max(200).default([]),
});
export type FeedbackDraft = z.infer<typeof FeedbackDraft>;

/** The caller's draft; null if there is none. Version 0 means that there never was any. */
export const DraftView = z.object({
  task: TaskId,
  draft: FeedbackDraft.nullable(),
  version: z.int(),
  updatedMs: z.number().nullable(),
});
export type DraftView = z.infer<typeof DraftView>;

export const DraftChange = z.strictObject({
  /** Null discards the draft. */
  draft: FeedbackDraft.nullable(),
  /** The version that was changed; refused as `stale_content` if there is a newer one. Default: any. */
  version: z.int().min(0).nullable().default(null),
});

/** The lines of a file that the caller has read, as digests of their content with its sign. */
const FileReading = z.strictObject({ path: Path, lines: z.array(LineMark).max(50_000) });

export const ReadView = z.object({ task: TaskId, files: z.array(FileReading) });
export type ReadView = z.infer<typeof ReadView>;

export const ReadChange = z.strictObject({
  read: z.array(FileReading).max(2_000).default([]),
  /** Lines that are unread again, before `read` applies; null means all lines of the file. */
  unread: z
    .array(z.strictObject({ path: Path, lines: z.array(LineMark).max(50_000).nullable() }))
    .max(2_000)
    .default([]),
});
