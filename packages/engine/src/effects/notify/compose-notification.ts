import { oneLine, redactSecrets } from "@countersign/core";
import type { Notification, NotifiedItem } from "../../ports/notifier.ts";

const MAX_TEXT = 200;
const MAX_LINES = 5;

/** An item with a description. */
export type DescribedItem = NotifiedItem & { detail: string };

/**
 * Composes one message for a person about everything due. Titles are untrusted: they become one line without
 * hidden characters.
 */
export function composeNotification(
  id: string,
  person: string,
  announced: readonly DescribedItem[],
): Notification {
  const items = announced.map(({ detail: _, task, ...item }) => ({
    ...item,
    task: task && { ...task, title: plain(task.title) },
  }));
  return { id, person, title: notificationTitle(items), lines: itemLines(announced), items };
}

function notificationTitle(items: readonly NotifiedItem[]): string {
  const [first] = items;
  if (first === undefined) return "";
  if (items.length === 1) return `${itemName(first)} ${SINGLE[first.why]}`;
  const held = items.filter(({ why }) => why === "escalated").length;
  if (held > 0) return `${items.length} items need you, ${held} of them on hold`;
  return `${items.length} items are waiting for you`;
}

const SINGLE = {
  your_turn: "is waiting for you",
  reminder: "is still waiting for you",
  escalated: "is on hold and needs your decision",
  alert: "does not merge until you release it",
} as const;

function itemName({ task, repo }: NotifiedItem): string {
  return task?.id ?? repo;
}

/** Lists the first items and the command that shows more. */
function itemLines(announced: readonly DescribedItem[]): string[] {
  const shown = announced.slice(0, MAX_LINES).map((item) => {
    const text = plain(item.task?.title ?? item.detail);
    return announced.length === 1 ? text : `${itemName(item)}  ${text}`;
  });
  const more = announced.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : []), nextCommand(announced)];
}

function nextCommand([first, ...others]: readonly DescribedItem[]): string {
  if (first === undefined || others.length > 0) return "countersign inbox";
  return first.task === null ? "countersign repo list" : `countersign task show ${first.task.id}`;
}

function plain(text: string): string {
  return oneLine(redactSecrets(text), MAX_TEXT);
}
