import {
  EMPTY_DRAFT,
  isSameDraft,
  markChanges,
  type ReadMarkChange,
  type StoredDraft,
  toStoredDraft,
} from "@countersign/review";
import type { KnownDraft } from "../data/own-data.ts";
import type { Model } from "./model.ts";

/** A draft that the engine does not have yet, and the version that it replaces. */
export type UnsentDraft = {
  readonly task: string;
  readonly draft: StoredDraft;
  readonly base: KnownDraft;
};

export type UnsentMarks = { readonly task: string; readonly change: ReadMarkChange };

/** Drafts and read marks that the engine does not have yet. */
export type Unsent = {
  readonly drafts: readonly UnsentDraft[];
  readonly marks: readonly UnsentMarks[];
};

export const NOTHING_UNSENT: Unsent = { drafts: [], marks: [] };

const NEVER_SAVED: KnownDraft = { draft: null, version: 0 };

type OwnModel = Pick<Model, "drafts" | "reading" | "data">;

/** Lists the drafts that differ from the engine's. */
export function unsentDrafts({ drafts, data: { own } }: OwnModel): UnsentDraft[] {
  return [...new Set([...drafts.keys(), ...own.drafts.keys()])].flatMap((task) => {
    const draft = toStoredDraft(drafts.get(task) ?? EMPTY_DRAFT);
    const base = own.drafts.get(task) ?? NEVER_SAVED;
    return isSameDraft(draft, base.draft) ? [] : [{ task, draft, base }];
  });
}

/** Lists the marks that differ from the engine's. */
export function unsentMarks({ reading, data: { own } }: OwnModel): UnsentMarks[] {
  return [...reading.marks].flatMap(([task, mine]) => {
    const stored = own.marks.get(task) ?? new Map();
    if (stored === mine) return [];
    const change = markChanges(task, stored, mine);
    return change.read.length + change.unread.length === 0 ? [] : [{ task, change }];
  });
}

/** Lists everything that the engine does not have yet. */
export function listUnsent(model: OwnModel): Unsent {
  return { drafts: unsentDrafts(model), marks: unsentMarks(model) };
}
