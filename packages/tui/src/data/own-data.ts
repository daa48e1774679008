import type { DraftView, OwnChange, ReadView } from "@countersign/api";
import type { StoredDraft } from "@countersign/review";
import {
  applyMarkChange,
  type ReadMarkChange,
  type ReadMarks,
  toReadMarks,
} from "@countersign/review";

/** A draft as the engine has it. Version 0 means that there never was any. */
export type KnownDraft = { readonly draft: StoredDraft; readonly version: number };

/** The person's drafts and read marks as the engine last sent or saved them, by task. */
export type OwnData = {
  readonly drafts: ReadonlyMap<string, KnownDraft>;
  readonly marks: ReadonlyMap<string, ReadMarks>;
  /** The draft of each task that was sent last, also if the response was lost. */
  readonly sent: ReadonlyMap<string, StoredDraft>;
  /** Number of reported changes. */
  readonly count: number;
  /** The count at the last report about everything. */
  readonly allChanged: number;
  /** The count at the last report about a draft or the marks of a task. */
  readonly changed: ReadonlyMap<string, number>;
  /** The count when a draft or the marks of a task were requested last. */
  readonly loaded: ReadonlyMap<string, number>;
};

export const NO_OWN_DATA: OwnData = {
  drafts: new Map(),
  marks: new Map(),
  sent: new Map(),
  count: 0,
  allChanged: 0,
  changed: new Map(),
  loaded: new Map(),
};

/** What happens to the person's drafts and read marks on the engine. */
export type OwnAnswer =
  /** Something was changed by another surface; null means that anything may have changed. */
  | { is: "changed"; change: OwnChange | null }
  | { is: "draft"; view: DraftView; count: number }
  | { is: "marks"; view: ReadView; count: number }
  | { is: "draft_sent"; task: string; draft: StoredDraft }
  | { is: "draft_saved"; task: string; known: KnownDraft }
  | { is: "marks_saved"; task: string; change: ReadMarkChange };

type OwnPart = OwnChange["what"];

/** Returns the number of the request that is needed; null if what is known is up to date. */
export function dueCount(own: OwnData, what: OwnPart, task: string): number | null {
  const loaded = own.loaded.get(partKey(what, task));
  if (loaded === undefined) return own.count;
  const changed = Math.max(own.allChanged, own.changed.get(partKey(what, task)) ?? 0);
  return changed > loaded ? own.count : null;
}

/** Returns whether another surface has reported a change that was not loaded yet. */
export function isReported(own: OwnData, what: OwnPart, task: string): boolean {
  const key = partKey(what, task);
  return (own.changed.get(key) ?? 0) > (own.loaded.get(key) ?? 0);
}

export function applyOwnAnswer(own: OwnData, answer: OwnAnswer): OwnData {
  switch (answer.is) {
    case "changed":
      return reportChange(own, answer.change);
    case "draft": {
      const { task, draft, version } = answer.view;
      const drafts = new Map([...own.drafts, [task, { draft, version }]]);
      return { ...own, drafts, loaded: withLoaded(own, "draft", task, answer.count) };
    }
    case "marks": {
      const { task } = answer.view;
      const marks = new Map([...own.marks, [task, toReadMarks(answer.view)]]);
      return { ...own, marks, loaded: withLoaded(own, "read", task, answer.count) };
    }
    case "draft_sent":
      return { ...own, sent: new Map([...own.sent, [answer.task, answer.draft]]) };
    case "draft_saved":
      return { ...own, drafts: new Map([...own.drafts, [answer.task, answer.known]]) };
    case "marks_saved": {
      const { task, change } = answer;
      const saved = applyMarkChange(own.marks.get(task) ?? new Map(), task, change);
      return { ...own, marks: new Map([...own.marks, [task, saved]]) };
    }
  }
}

function reportChange(own: OwnData, change: OwnChange | null): OwnData {
  const count = own.count + 1;
  if (change === null) return { ...own, count, allChanged: count };
  const key = partKey(change.what, change.task);
  return { ...own, count, changed: new Map([...own.changed, [key, count]]) };
}

function withLoaded(own: OwnData, what: OwnPart, task: string, count: number): OwnData["loaded"] {
  return new Map([...own.loaded, [partKey(what, task), count]]);
}

function partKey(what: OwnPart, task: string): string {
  return `${what} ${task}`;
}
