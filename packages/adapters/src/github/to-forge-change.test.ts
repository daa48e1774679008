import { describe, expect, it } from "vitest";
import { githubChange, githubReview, toForgeChange, toForgeReview } from "./to-forge-change.ts";

const HEAD = "a".repeat(40);
const BASE = "b".repeat(40);
const ANSWER = {
  number: 12,
  node_id: "PR_1",
  state: "open",
  draft: false,
  title: "Add a cart",
  body: null,
  user: { id: 5, login: "ana", type: "User" },
  head: { sha: HEAD, ref: "cart", repo: { id: 9 } },
  base: { sha: BASE, ref: "main", repo: { id: 9 } },
  labels: [{ name: "risky" }],
  merged_at: null,
  merge_commit_sha: "c".repeat(40),
  updated_at: "2026-01-02T03:04:05Z",
};
const change = (more: object) => toForgeChange(githubChange.parse({ ...ANSWER, ...more }));

describe("toForgeChange", () => {
  it("converts an open pull request, without GitHub's test merge", () => {
    expect(change({})).toEqual({
      number: 12,
      state: "open",
      isDraft: false,
      title: "Add a cart",
      body: "",
      author: { id: 5, login: "ana", isBot: false },
      head: { commit: HEAD, branch: "cart", isFork: false },
      base: { branch: "main", commit: BASE },
      labels: ["risky"],
      mergeCommit: null,
      updatedAtMs: Date.parse("2026-01-02T03:04:05Z"),
    });
  });

  it.each([
    [{ state: "closed" }, { state: "closed", mergeCommit: null }],
    [
      { state: "closed", merged_at: "2026-01-02T03:04:05Z" },
      { state: "merged", mergeCommit: "c".repeat(40) },
    ],
    [{ draft: true }, { isDraft: true }],
    [{ user: { id: 8, login: "x[bot]", type: "Bot" } }, { author: { id: 8, isBot: true } }],
    [{ user: null }, { author: { id: 0, login: "ghost", isBot: false } }],
    [{ head: { ...ANSWER.head, repo: { id: 10 } } }, { head: { isFork: true } }],
    [{ head: { ...ANSWER.head, repo: null } }, { head: { isFork: true } }],
  ])("converts %j", (more, expected) => {
    expect(change(more)).toMatchObject(expected);
  });

  it.each([
    { head: { ...ANSWER.head, sha: "--upload-pack=x" } },
    { state: "merged" },
    { number: "1" },
  ])("refuses an answer with %j", (more) => {
    expect(githubChange.safeParse({ ...ANSWER, ...more }).success).toBe(false);
  });
});

describe("toForgeReview", () => {
  const REVIEW = {
    id: 3,
    user: ANSWER.user,
    state: "APPROVED",
    commit_id: HEAD,
    body: "fine",
    submitted_at: "2026-01-02T03:04:05Z",
  };
  const review = (more: object) => toForgeReview(githubReview.parse({ ...REVIEW, ...more }));

  it.each([
    ["APPROVED", "approved"],
    ["CHANGES_REQUESTED", "changes_requested"],
    ["COMMENTED", "commented"],
    ["DISMISSED", "dismissed"],
  ])("converts the state %s", (state, expected) => {
    expect(review({ state })).toMatchObject({ state: expected, commit: HEAD, by: { id: 5 } });
  });

  it.each([{ state: "PENDING" }, { state: "SUPERSEDED" }, { submitted_at: null }])(
    "leaves a review out that is %j",
    (more) => {
      expect(review(more)).toBeNull();
    },
  );

  it("knows no commit of a review whose commit is gone", () => {
    expect(review({ commit_id: null })).toMatchObject({ commit: null });
  });
});
