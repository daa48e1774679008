import { describe, expect, it } from "vitest";
import { createField } from "../typing/text-field.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { EMPTY_DRAFT, type RedoDraft } from "./redo-draft.ts";
import { toStoredDraft } from "./stored-draft.ts";

const draftOf = (text: string, more: Partial<RedoDraft> = {}): RedoDraft => ({
  ...EMPTY_DRAFT,
  feedback: createField(text),
  ...more,
});
const merge = (base: RedoDraft, mine: RedoDraft, theirs: RedoDraft, sent?: RedoDraft) =>
  mergeDrafts({
    base: toStoredDraft(base),
    mine,
    theirs: toStoredDraft(theirs),
    sent: sent && toStoredDraft(sent),
  });

describe("a draft that two surfaces have changed", () => {
  it.each([
    ["theirs where only they changed it", "a", "a", "b", "b", false],
    ["mine where only I changed it", "a", "b", "a", "b", false],
    ["the longer text where it contains the other", "", "one", "one two", "one two", false],
    ["both texts", "", "mine", "theirs", "theirs\n\nmine", true],
    ["my new paragraph after their text", "a", "a\n\nmine", "b", "b\n\nmine", true],
    ["their new paragraph after my text", "a", "a mine", "a\n\ntheirs", "a mine\n\ntheirs", true],
    ["their text where I discarded mine", "a", "", "b", "b", false],
    ["my text where they discarded theirs", "a", "b", "", "b", false],
  ])("has %s", (_, base, mine, theirs, text, isJoined) => {
    const merged = merge(draftOf(base), draftOf(mine), draftOf(theirs));
    expect([merged.draft.feedback.text, merged.isJoined]).toEqual([text, isJoined]);
  });

  it("keeps what both have added to lists, and removes what either has removed", () => {
    const base = draftOf("", { issues: ["a", "b"], findings: ["f1"] });
    const comment = (text: string) => ({ path: "a.ts", line: 1, quote: "x", text });
    const mine = { ...base, issues: ["a", "c"], comments: [comment("mine")] };
    const theirs = { ...base, issues: ["b", "d"], findings: [], comments: [comment("theirs")] };
    const { draft } = merge(base, mine, theirs);
    expect(draft.issues).toEqual(["d", "c"]);
    expect(draft.findings).toEqual([]);
    expect(draft.comments.map(({ text }) => text)).toEqual(["theirs", "mine"]);
  });

  it("is not in conflict with a version that was sent from here", () => {
    const merged = merge(draftOf("abc"), draftOf("ab"), draftOf("abcd"), draftOf("abcd"));
    expect([merged.draft.feedback.text, merged.isJoined]).toEqual(["ab", false]);
  });

  it("keeps the focus, and the cursor where the text is the same", () => {
    const feedback = { ...createField("same"), cursor: 1 };
    const mine = draftOf("", { feedback, focus: "feedback" });
    const { draft } = merge(mine, mine, draftOf("same", { issues: ["a"] }));
    expect([draft.feedback, draft.focus, draft.issues]).toEqual([feedback, "feedback", ["a"]]);
  });
});
