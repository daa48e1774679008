import type { ForgeChange, ForgeReview } from "@countersign/engine";
import { z } from "zod";
import { optionalAccount, toForgeAccount } from "./client/to-forge-account.ts";

const commitId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const repositoryId = z.object({ id: z.number() });

/** A pull request, as one answer or in a list. */
export const githubChange = z.object({
  number: z.number(),
  node_id: z.string(),
  state: z.enum(["open", "closed"]),
  draft: z.boolean().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  user: optionalAccount,
  head: z.object({ sha: commitId, ref: z.string(), repo: repositoryId.nullish() }),
  base: z.object({ sha: commitId, ref: z.string(), repo: repositoryId }),
  labels: z.array(z.object({ name: z.string() })),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  updated_at: z.iso.datetime({ offset: true }),
});
export type GithubChange = z.infer<typeof githubChange>;

export function toForgeChange(change: GithubChange): ForgeChange {
  const isMerged = change.merged_at !== null && change.merged_at !== undefined;
  const { head, base } = change;
  return {
    number: change.number,
    state: isMerged ? "merged" : change.state,
    isDraft: change.draft ?? false,
    title: change.title,
    body: change.body ?? "",
    author: toForgeAccount(change.user),
    // The repository of a head is missing if the fork was deleted.
    head: { commit: head.sha, branch: head.ref, isFork: head.repo?.id !== base.repo.id },
    base: { branch: base.ref, commit: base.sha },
    labels: change.labels.map(({ name }) => name),
    mergeCommit: isMerged ? (change.merge_commit_sha ?? null) : null,
    updatedAtMs: Date.parse(change.updated_at),
  };
}

export const githubReview = z.object({
  id: z.number(),
  user: optionalAccount,
  state: z.string(),
  commit_id: z.string().nullish(),
  body: z.string().nullish(),
  submitted_at: z.iso.datetime({ offset: true }).nullish(),
});
export type GithubReview = z.infer<typeof githubReview>;

const REVIEW_STATES: Readonly<Record<string, ForgeReview["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/** Converts a review; null for one that is pending or of an unknown state. */
export function toForgeReview(review: GithubReview): ForgeReview | null {
  const state = REVIEW_STATES[review.state];
  if (state === undefined || !review.submitted_at) return null;
  return {
    id: review.id,
    by: toForgeAccount(review.user),
    state,
    commit: review.commit_id ?? null,
    body: review.body ?? "",
    submittedAtMs: Date.parse(review.submitted_at),
  };
}
