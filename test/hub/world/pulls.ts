import type { Account, HubRepository } from "./accounts.ts";
import type { HubApp } from "./apps.ts";

export type Pull = {
  id: number;
  repository: HubRepository;
  number: number;
  title: string;
  body: string | null;
  author: Account;
  state: "open" | "closed";
  isDraft: boolean;
  merged: { commit: string; at: string; by: Account } | null;
  /** `repository` is another one for a fork. */
  head: { repository: HubRepository; branch: string; commit: string };
  /** The target and its tip when the pull request was opened, pushed to or retargeted. */
  base: { branch: string; commit: string };
  labels: string[];
  assignees: Account[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
};

export type PullReview = {
  id: number;
  pull: Pull;
  by: Account;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
  body: string;
  /** The head that the reviewer saw. */
  commit: string;
  submittedAt: string;
};

/** An entry of a pull request's timeline. */
export type IssueEvent = {
  id: number;
  pull: Pull;
  event: string;
  actor: Account;
  assignee: Account | null;
  commit: string | null;
  at: string;
};

export type IssueComment = {
  id: number;
  pull: Pull;
  by: Account;
  app: HubApp | null;
  body: string;
  createdAt: string;
  updatedAt: string;
};

/** A pull request in the merge queue of its target. `group` is null until its commit is built. */
export type QueueEntry = {
  id: number;
  pull: Pull;
  head: string;
  enqueuedAt: string;
  enqueuedBy: Account;
  group: { commit: string; base: string; ref: string } | null;
};

/** The id of a pull request in GraphQL. */
export function pullNodeId({ id }: Pull): string {
  return `PR_${id}`;
}
