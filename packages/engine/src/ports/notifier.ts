/** Why a person is notified. */
export type NotifyWhy = "escalated" | "your_turn" | "reminder" | "alert";

/** One item in a notification. */
export type NotifiedItem = {
  why: NotifyWhy;
  repo: string;
  /** Null for an alert about the repository. */
  task: { id: string; title: string; round: number | null } | null;
};

/** One message to one person. Its texts are one line each, without control characters and secrets. */
export type Notification = {
  /** The same for every attempt to send it. */
  id: string;
  person: string;
  title: string;
  lines: readonly string[];
  items: readonly NotifiedItem[];
};

/** `retry`: sending the same message again may succeed. */
export type NotifyResult = { ok: true } | { ok: false; retry: boolean; reason: string };

/** Sends messages to people over the engine's configured channels. Never throws. */
export interface Notifier {
  send(channel: string, notification: Notification, atMs: number): Promise<NotifyResult>;
}
