import { type ListOrder, ORDER_NAMES } from "./inbox-order.ts";
import { LIST_SECTION_NAMES, type ListSection } from "./list-sections.ts";

/** The part of the inbox's address that makes a saved view. */
export type InboxSearch = { q?: string; order?: ListOrder };

/** Reads the address. Unknown values are ignored, because anyone can write a link. */
export function readInboxSearch({ q, order }: Record<string, unknown>): InboxSearch {
  const known = ORDER_NAMES.find((name) => name === order);
  return {
    ...(q === undefined || q === "" ? {} : { q: String(q) }),
    ...(known === undefined || known === "risk" ? {} : { order: known }),
  };
}

const CLOSED = "countersign.closedSections";
const CLOSED_AT_FIRST: readonly ListSection[] = ["others", "reviewers", "agents", "done"];

/** Returns the sections that the person closed in this browser. */
export function readClosedSections(): ReadonlySet<ListSection> {
  const stored = localStorage.getItem(CLOSED);
  if (stored === null) return new Set(CLOSED_AT_FIRST);
  return new Set(LIST_SECTION_NAMES.filter((name) => stored.split(",").includes(name)));
}

export function keepClosedSections(closed: ReadonlySet<ListSection>): void {
  localStorage.setItem(CLOSED, [...closed].join(","));
}
