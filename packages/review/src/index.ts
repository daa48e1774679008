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
// commands
export { COMMANDS, type CommandId } from "./commands/command-table.ts";
export {
  createKeymap,
  decisionKind,
  findCommand,
  firstKey,
  isCommandId,
  type KeyChanges,
  type Keymap,
} from "./commands/keymap.ts";
export { PANEL_IDS, type PanelId } from "./commands/panel-id.ts";
// files
export { foldReason } from "./files/folded-files.ts";
export { FILE_ORDERS, type FileOrder, orderFiles } from "./files/order-files.ts";
// inbox
export { batchObstacles, type ConfirmBatch, readText } from "./inbox/batch-approval.ts";
export {
  INBOX_SECTIONS,
  type InboxSection,
  inboxSection,
  sortBySection,
} from "./inbox/inbox-sections.ts";
// notes
export {
  type Note,
  type Notes,
  notesElsewhere,
  type PlacedNotes,
  placeNotes,
} from "./notes/place-notes.ts";
// patch
export { type Change, type ChangedFile, patchText, readChange } from "./patch/change.ts";
export { changedPart, type Slice } from "./patch/changed-part.ts";
export { type Around, bothVersions, hunksAround, moreAround } from "./patch/context.ts";
export {
  type DiffLine,
  type Hunk,
  type PairedLines,
  pairLines,
  readHunks,
} from "./patch/hunks.ts";
// reading
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
  createMarker,
  type DigestLine,
  forgetMarks,
  MARK_LENGTH,
  mergeMarks,
  type ReadMarks,
  readMarks,
  restoreReadLines,
} from "./reading/read-marks.ts";
export {
  NOTHING_READ,
  noteReading,
  type ReadingState,
  type VisibleSlice,
} from "./reading/reading-pace.ts";
export { readingMinutes } from "./reading/reading-time.ts";
// redo
export { commentLocation, feedbackText } from "./redo/feedback-text.ts";
export { previewText } from "./redo/preview-text.ts";
export { type RedoDrafts, readRedoDrafts } from "./redo/read-drafts.ts";
export {
  type Comment,
  EMPTY_DRAFT,
  REDO_OPTIONS,
  REDO_PRIORITIES,
  type RedoDraft,
  type RedoField,
} from "./redo/redo-draft.ts";
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
export { type ChainLink, chainLinks, skippedLayers } from "./round/chain.ts";
export { type CheckLine, checkText, listChecks } from "./round/checks.ts";
export { listRoundPairs } from "./round/round-pairs.ts";
// text
export { codePointName, hiddenSign, revealHidden, safeText } from "./text/safe-text.ts";
export { SIGNS } from "./text/signs.ts";
export {
  ageText,
  baseName,
  cappedCount,
  clockText,
  countText,
  durationText,
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
