import { createField } from "../typing/text-field.ts";
import { EMPTY_DRAFT, type RedoDraft } from "./redo-draft.ts";
import {
  commentKey,
  fromStoredDraft,
  isSameDraft,
  type StoredDraft,
  toStoredDraft,
} from "./stored-draft.ts";

/** The versions of a draft that two surfaces have changed. */
export type DraftVersions = {
  /** The stored draft that both began with. */
  readonly base: StoredDraft;
  readonly mine: RedoDraft;
  /** The draft that is stored now. */
  readonly theirs: StoredDraft;
  /** The draft that was sent last from here. If it is stored now, no other surface has changed it. */
  readonly sent?: StoredDraft | undefined;
};

export type MergedDraft = {
  readonly draft: RedoDraft;
  /** Whether two different texts were joined; the person should look at the result. */
  readonly isJoined: boolean;
};

/** Merges two changes of a draft. Keeps every text, comment and issue that either of them has added. */
export function mergeDrafts(versions: DraftVersions): MergedDraft {
  const { mine, theirs, sent } = versions;
  const base = sent !== undefined && isSameDraft(sent, theirs) ? theirs : versions.base;
  const own = toStoredDraft(mine);
  if (isSameDraft(own, base) || isSameDraft(own, theirs))
    return { draft: fromStoredDraft(theirs, mine), isJoined: false };
  if (isSameDraft(theirs, base)) return { draft: mine, isJoined: false };
  const before = fromStoredDraft(base);
  const other = fromStoredDraft(theirs);
  const { text, isJoined } = mergeTexts(
    before.feedback.text,
    mine.feedback.text,
    other.feedback.text,
  );
  const draft: RedoDraft = {
    ...EMPTY_DRAFT,
    focus: mine.focus,
    feedback: text === mine.feedback.text ? mine.feedback : createField(text),
    issues: mergeLists(before.issues, mine.issues, other.issues, String),
    findings: mergeLists(before.findings, mine.findings, other.findings, String),
    comments: mergeLists(before.comments, mine.comments, other.comments, commentKey),
    option: other.option === before.option ? mine.option : other.option,
    priority: other.priority === before.priority ? mine.priority : other.priority,
  };
  return { draft, isJoined };
}

type MergedText = { text: string; isJoined: boolean };

function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  if (mine === base || mine === theirs) return { text: theirs, isJoined: false };
  if (theirs === base) return { text: mine, isJoined: false };
  if (theirs.includes(mine.trim())) return { text: theirs, isJoined: false };
  if (mine.includes(theirs.trim())) return { text: mine, isJoined: false };
  return { text: joinTexts(base, mine, theirs), isJoined: true };
}

/** Joins two changed texts. A paragraph that one of them has appended is appended to the other. */
function joinTexts(base: string, mine: string, theirs: string): string {
  if (mine.startsWith(`${base}\n`)) return theirs + mine.slice(base.length);
  if (theirs.startsWith(`${base}\n`)) return mine + theirs.slice(base.length);
  return `${theirs.trimEnd()}\n\n${mine}`;
}

/** Applies what one list has removed and added to the other. */
function mergeLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const kept = new Set(mine.map(keyOf));
  const removed = new Set(base.map(keyOf).filter((key) => !kept.has(key)));
  const known = new Set([...base, ...theirs].map(keyOf));
  return [
    ...theirs.filter((item) => !removed.has(keyOf(item))),
    ...mine.filter((item) => !known.has(keyOf(item))),
  ];
}
