/** The public surface of the review: everything about it that every surface shares. */

// activity
export {
  ENTRY_KINDS,
  type EntryFilter,
  type EntryKind,
  entryText,
  isOrganisationEntry,
  matchesEntry,
} from "./activity/entry-filter.ts";
// code
export { detectLanguage } from "./code/detect-language.ts";
export { scopePaint } from "./code/scope-paint.ts";
export { CODE_PAINTS, type CodePaint, paintOver, type Tint, type Tints } from "./code/tints.ts";
// commands
export {
  type CommandId,
  PANEL_IDS,
  type PanelId,
  REVIEW_COMMANDS,
} from "./commands/command-table.ts";
export {
  createKeymap,
  decisionKind,
  findCommand,
  firstKey,
  isCommandId,
  type KeyChanges,
  type Keymap,
} from "./commands/keymap.ts";
// files
export { FILE_ORDERS, type FileOrder, foldReason, orderFiles } from "./files/order-files.ts";
// inbox
export {
  batchApprovalObstacles,
  type ConfirmBatch,
  readShareText,
} from "./inbox/batch-approval.ts";
export {
  BOARD_COLUMNS,
  COLUMN_NAMES,
  type Column,
  columnCounts,
  compareCards,
  pageColumn,
  taskColumn,
} from "./inbox/board-columns.ts";
export {
  INBOX_SECTIONS,
  type InboxSection,
  inboxSection,
  sortBySection,
} from "./inbox/inbox-sections.ts";
export { matchesLine, repositoryFilter } from "./inbox/line-filter.ts";
export { minutesText, runReason, sortForRun } from "./inbox/run-order.ts";
export { SNOOZE_TIMES, type SnoozeChoice, snoozeEndMs } from "./inbox/snooze-times.ts";
export { toTaskLine } from "./inbox/to-task-line.ts";
// notes
export {
  type Note,
  type NoteLayout,
  type Notes,
  notesElsewhere,
  placeNotes,
} from "./notes/place-notes.ts";
// patch
export { type Change, type ChangedFile, parseChange, patchText } from "./patch/change.ts";
export {
  bothVersions,
  type ContextSize,
  hunksWithContext,
  nextContextSize,
} from "./patch/context.ts";
export {
  changedPart,
  type DiffLine,
  type Hunk,
  type PairedLines,
  pairLines,
  readHunks,
  type Slice,
} from "./patch/hunks.ts";
// reading
export {
  applyMarkChange,
  joinMarkChanges,
  markChanges,
  mergeMarks,
  noteMarks,
  type ReadMarkChange,
  splitMarkChange,
  toReadMarks,
} from "./reading/mark-changes.ts";
export {
  isFileRead,
  markFile,
  markLines,
  type ReadLines,
  readKey,
  readNote,
  readPercent,
} from "./reading/read-lines.ts";
export {
  type DigestLine,
  MARK_LENGTH,
  type ReadMarks,
  readMarks,
  restoreReadLines,
  updateReadLines,
} from "./reading/read-marks.ts";
export {
  NOTHING_READ,
  noteReading,
  type ReadingState,
  readingMinutes,
  type VisibleSlice,
} from "./reading/reading-pace.ts";
// redo
export { commentLocation, feedbackText, previewText } from "./redo/feedback-text.ts";
export { type MergedDraft, mergeDrafts } from "./redo/merge-drafts.ts";
export {
  type Comment,
  EMPTY_DRAFT,
  REDO_OPTIONS,
  REDO_PRIORITIES,
  type RedoDraft,
  type RedoDrafts,
  type RedoField,
  readRedoDrafts,
} from "./redo/redo-draft.ts";
export {
  fromStoredDraft,
  isDraftRecorded,
  isSameDraft,
  type StoredDraft,
  toStoredDraft,
} from "./redo/stored-draft.ts";
// requests
export {
  countDone,
  lastReviewedRound,
  listRequests,
  type Request,
  type RequestStatus,
  type RoundComparison,
} from "./requests/request-status.ts";
// round
export { approvalEffect, type MergeStrategy } from "./round/approval-effect.ts";
export {
  type ChainLink,
  type CheckLine,
  chainLinks,
  checkText,
  listChecks,
  listRoundPairs,
  skippedLayers,
} from "./round/round-summary.ts";
// text
export { codePointName, hiddenSign, revealHidden, safeText } from "./text/safe-text.ts";
export { SIGNS } from "./text/signs.ts";
export {
  baseName,
  cappedCount,
  clockText,
  countText,
  durationText,
  relativeAgeText,
  turnText,
} from "./text/wording.ts";
// typing
export {
  createField,
  EMPTY_FIELD,
  editField,
  insertText,
  printableText,
  type TextField,
} from "./typing/text-field.ts";
export {
  canDecide,
  DECISION_DELAY_MS,
  FRESH_GUARD,
  guardKeys,
  guardNewScreen,
  ignorePaste,
  type TypingGuard,
} from "./typing/typing-guard.ts";
