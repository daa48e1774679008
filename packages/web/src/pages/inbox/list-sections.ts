import { INBOX_SECTIONS, type InboxSection, inboxSection } from "@countersign/review";
import type { FactLine } from "../../data/line-facts.ts";

const { held, merge, ...later } = INBOX_SECTIONS;

/** The sections of the list: those of every surface, and tasks that the person sent back and that came back. */
export const LIST_SECTIONS = { held, merge, returned: "Returned to you", ...later } as const;
export type ListSection = keyof typeof LIST_SECTIONS;

export const LIST_SECTION_NAMES = Object.keys(LIST_SECTIONS) as ListSection[];

/** The sections of the list that are shown as returned if the person sent the task back before. */
const RETURNING: ReadonlySet<InboxSection> = new Set(["yours", "ready"]);

/** Returns the section of a task in the list of one person. */
export function listSection(line: FactLine, me: string): ListSection {
  const section = inboxSection(line, me);
  return line.isReturned && RETURNING.has(section) ? "returned" : section;
}
