/** A repository on a forge. `id` survives renames; `name` is `owner/repository` as last read. */
export type ForgeRepository = { installation: number; id: number; name: string };

/** An account on a forge. Accounts are compared by `id`: a login can be renamed and taken by another account. */
export type ForgeAccount = { id: number; login: string; isBot: boolean };

/** A pull request as it is now. */
export type ForgeChange = {
  number: number;
  state: "open" | "closed" | "merged";
  isDraft: boolean;
  title: string;
  body: string;
  author: ForgeAccount;
  /** The commit that the pull request proposes. `isFork`: its branch is in another repository. */
  head: { commit: string; branch: string; isFork: boolean };
  /** The target branch and its commit. */
  base: { branch: string; commit: string };
  labels: readonly string[];
  /** The commit that the forge made or moved the target to. Null unless merged. */
  mergeCommit: string | null;
  updatedAtMs: number;
};

/** A list that did not change since it was last read costs no request of the rate limit. */
export type ForgeChangeList =
  | { is: "same" }
  | { is: "changed"; changes: readonly ForgeChange[]; version: string | null };

export type ForgeReview = {
  id: number;
  by: ForgeAccount;
  state: "approved" | "changes_requested" | "commented" | "dismissed";
  /** The head that the reviewer saw. Null if the forge no longer has it. */
  commit: string | null;
  body: string;
  submittedAtMs: number;
};

/** Every account behind a change. Being listed only removes rights. */
export type ForgeContributors = {
  /** Authors and committers of the commits, and everyone who pushed to the branch. */
  committers: readonly ForgeAccount[];
  /** Whether a commit has an author or committer that the forge knows no account for. */
  hasUnknown: boolean;
  /** The person who assigned the work to its author, from the forge's own record. Null if none did. */
  assignedBy: ForgeAccount | null;
};

/** What the forge enforces on a branch. */
export type ForgeBranchRules = {
  requiresPullRequest: boolean;
  /** Required checks. `app` is null if a check of any app satisfies the rule. */
  requiredChecks: readonly { name: string; app: number | null }[];
  /** Whether the branch must contain the target's tip before it is merged. */
  isStrict: boolean;
  hasMergeQueue: boolean;
  /** Actors that may bypass the rules. Null if the app may not read them. */
  bypass: readonly string[] | null;
};

export type ForgeCheckState = "in_progress" | "action_required" | "success" | "failure";

export type ForgeAnnotation = {
  path: string;
  line: number;
  level: "notice" | "warning" | "failure";
  message: string;
};

/** The state that a head's check and a change's comment must show. */
export type ForgeReport = {
  /** The head commit that the check belongs to. */
  commit: string;
  /** The task and round, so that a later round is recognised. */
  externalId: string;
  state: ForgeCheckState;
  title: string;
  /** Markdown. Texts of others are fenced. */
  summary: string;
  detailsUrl: string | null;
  /** Worst first, at most 10. */
  annotations: readonly ForgeAnnotation[];
  /** Buttons of the check. Only people in a browser can press them. */
  actions: readonly { id: "approve" | "redo" | "why"; label: string; description: string }[];
  /** Markdown of the one comment. Null: no comment is created; an existing one is left as it is. */
  comment: string | null;
};

/** The ids of what was written, so that the next report updates it. */
export type ForgeReportIds = { check: number; comment: number | null };

export type ForgeMerge = {
  method: "merge" | "squash" | "rebase";
  head: string;
  title: string;
  message: string;
};

/** `unknown`: the request may have been carried out. The caller reads the target again. */
export type ForgeMergeOutcome =
  | { outcome: "requested"; commit: string | null }
  | { outcome: "head_moved" | "not_mergeable" | "unknown"; detail: string };

/**
 * A commit for a ref that must be at `expected`. Null: the ref must not exist. The commit null removes a ref that is at
 * `expected`.
 */
export type ForgePush =
  | { commit: string; ref: string; expected: string | null }
  | { commit: null; ref: string; expected: string };

/** Commits of proofs in our clone by their full ref names on the forge. */
export type ForgeProofs = ReadonlyMap<string, string>;

/** A change in a branch's merge queue, in the queue's order. `group` is null until the forge has built it. */
export type ForgeQueueEntry = { number: number; head: string; group: ForgeMergeGroup | null };

/** A commit that the forge built from the changes of its merge queue. It waits for an answer on `commit`. */
export type ForgeMergeGroup = { commit: string; base: string; ref: string | null };

/** A check or status with our name that another app or a user created. `app` is null for a user's status. */
export type ForeignCheck = { commit: string; name: string; app: number | null };

/** What changes without a change of a pull request. */
export type ForgeScan = {
  /** The tip of the branch. Null if it does not exist. */
  tip: string | null;
  foreignChecks: readonly ForeignCheck[];
};

/** A delivery that failed. `id` is the attempt to repeat; `delivery` is the id that a webhook carries. */
export type ForgeDelivery = { id: string; delivery: string; event: string; deliveredAtMs: number };

/** What a verified webhook refers to. It only causes a read; nothing in it is believed. */
export type ForgeHint = {
  delivery: string;
  installation: number | null;
  repository: { id: number; name: string } | null;
  /** The pull request, if the event is about one. */
  change: number | null;
  /** The commit, if the event is about a check. */
  commit: string | null;
  /** The branch, if the event is about a push to one. */
  branch: string | null;
  /** `own`: our own write caused the event. `own` and `other` need no read. */
  about: "change" | "review" | "push" | "check" | "merge_group" | "installation" | "own" | "other";
  /** A button of our check that a person pressed in the browser. */
  pressed: { action: "approve" | "redo" | "why"; by: ForgeAccount; commit: string } | null;
  /** The merge group that needs an answer. */
  group: ForgeMergeGroup | null;
};

/**
 * Why a call to the forge failed. `wait`: the forge asked for a pause of `retryAfterMs`. `retry`: no answer or a
 * server error; a write may have been carried out. `refused`: the same call fails again.
 */
export class ForgeError extends Error {
  override readonly name = "ForgeError";
  readonly kind: "wait" | "retry" | "refused";
  readonly retryAfterMs: number | null;

  constructor(kind: ForgeError["kind"], message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One host of pull requests. Every read returns the present state; failures are `ForgeError`. */
export interface Forge {
  /** The app's own id. Checks of other apps do not count. */
  readonly app: number;
  repositories(): Promise<readonly ForgeRepository[]>;
  /** Lists the open changes. `version` is that of the last list. */
  changes(repo: ForgeRepository, version: string | null): Promise<ForgeChangeList>;
  change(repo: ForgeRepository, number: number): Promise<ForgeChange>;
  reviews(repo: ForgeRepository, number: number): Promise<readonly ForgeReview[]>;
  contributors(repo: ForgeRepository, number: number): Promise<ForgeContributors>;
  rules(repo: ForgeRepository, branch: string): Promise<ForgeBranchRules>;
  /** Fetches the target branch and the heads of changes into our bare clone at `gitDir`, which it creates. */
  fetchInto(repo: ForgeRepository, gitDir: string, refs: ForgeRefs): Promise<void>;
  /** Removes the branches of merge groups from our clone, except for those that exist now. */
  dropGroups(gitDir: string, kept: readonly string[]): Promise<void>;
  /**
   * Brings the check and the comment to the reported state. The same report twice writes nothing new. `number` is
   * null for the head of a merge group, which has no comment. A completed check cannot run again: if it must wait, it
   * becomes `action_required`.
   */
  tell(
    repo: ForgeRepository,
    number: number | null,
    report: ForgeReport,
    ids: ForgeReportIds | null,
  ): Promise<ForgeReportIds>;
  /** Reads a branch, and foreign checks on at most 100 commits. It costs one request. */
  scan(repo: ForgeRepository, branch: string, commits: readonly string[]): Promise<ForgeScan>;
  merge(repo: ForgeRepository, number: number, merge: ForgeMerge): Promise<ForgeMergeOutcome>;
  /** Adds the change to the merge queue of its target, if its head is still `head`. */
  enqueue(repo: ForgeRepository, number: number, head: string): Promise<ForgeMergeOutcome>;
  /**
   * Pushes a commit of our clone to a ref with a compare-and-swap. `head_moved`: the ref is elsewhere. Proofs move
   * forward in the same step: all of it moves, or nothing.
   */
  push(
    repo: ForgeRepository,
    gitDir: string,
    push: ForgePush,
    proofs?: ForgeProofs,
  ): Promise<ForgeMergeOutcome>;
  /** Moves proofs forward on the forge, all of them or none. */
  pushProofs(
    repo: ForgeRepository,
    gitDir: string,
    proofs: ForgeProofs,
  ): Promise<ForgeMergeOutcome>;
  /** Returns the entries of a branch's merge queue in order; none if the branch has no queue. */
  queue(repo: ForgeRepository, branch: string): Promise<readonly ForgeQueueEntry[]>;
  /** Deliveries since a time that never succeeded, newest first. */
  deliveries(sinceMs: number): Promise<readonly ForgeDelivery[]>;
  redeliver(delivery: string): Promise<void>;
  /** Verifies a webhook's signature over the raw body, then reads what it is about. Null: the signature is wrong. */
  readWebhook(headers: ReadonlyMap<string, string>, body: Uint8Array): Promise<ForgeHint | null>;
}

export type ForgeRefs = { branches: readonly string[]; changes: readonly number[] };
