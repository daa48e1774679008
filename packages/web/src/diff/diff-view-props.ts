import type { Finding } from "@countersign/api";
import type { Change, ChangedFile, Comment, Note } from "@countersign/review";
import type { ReactNode } from "react";
import type { CommentRange } from "./comment-range.ts";
import type { LineReading } from "./use-reading.ts";

/** A file of the change, or a finding at its place. */
export type JumpTarget = { path: string } | { finding: string };

export type DiffViewProps = {
  task: string;
  change: Change;
  /** Whether the task has another round to compare with. */
  hasRounds: boolean;
  findings: readonly Finding[];
  comments: readonly Comment[];
  /** Ids of the findings that are part of the feedback. */
  accepted: readonly string[];
  reading: LineReading;
  /** Loads a file with all of its lines. */
  loadWhole(path: string): Promise<ChangedFile | null>;
  onComment(range: CommentRange): void;
  onAccept(finding: string): void;
  onDismiss(finding: string): void;
  onRemoveComment(note: Note): void;
  onMessage(text: string): void;
  /** Shown above the first row. */
  intro: ReactNode;
  /** Shown beside the table. */
  beside?: (jump: (to: JumpTarget) => void) => ReactNode;
};
