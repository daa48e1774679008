import type { Client } from "@countersign/api";

/** What this program asks of the engine; the tour has one that keeps nothing. */
export type EnginePort = Pick<
  Client,
  | "me"
  | "status"
  | "inbox"
  | "listTasks"
  | "showTask"
  | "showDiff"
  | "why"
  | "tryModes"
  | "readLog"
  | "readFeedback"
  | "listAuditEntries"
  | "approve"
  | "redo"
  | "reject"
  | "override"
  | "undo"
  | "changeMode"
  | "retryReviewer"
  | "cancelReviewer"
  | "putOff"
  | "showSprint"
  | "startSprint"
  | "pauseSprint"
  | "resumeSprint"
  | "addToSprint"
  | "stopSprint"
  | "dispose"
  | "events"
>;
