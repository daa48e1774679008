import type { Account, HubRepository } from "./accounts.ts";
import type { AppInstallation, HubApp, HubDelivery, HubToken } from "./apps.ts";
import type { CheckRun, CommitStatus, HubRuleset } from "./checks.ts";
import type { HubFault, RequestRecord } from "./faults.ts";
import type { IssueComment, IssueEvent, Pull, PullReview, QueueEntry } from "./pulls.ts";

/** A request or an event that differs from GitHub's description, or that the hub cannot answer. */
export type Deviation = { at: string; problem: string };

/** A push to a branch, or a merge into it. */
export type BranchMove = {
  id: number;
  repository: HubRepository;
  branch: string;
  from: string;
  to: string;
  by: Account;
  at: string;
};

/** Everything that the hub knows besides git's own objects and refs. */
export type World = {
  /** Where the hub answers, without a slash at the end. */
  url: string;
  /** The folder of `owner/name.git`. */
  root: string;
  accounts: Account[];
  repositories: HubRepository[];
  tokens: Map<string, HubToken>;
  apps: HubApp[];
  installations: AppInstallation[];
  /** Apps that are about to be created, by the code of the manifest flow. */
  manifests: Map<string, Record<string, unknown>>;
  /** Moves of branches, oldest first. */
  moves: BranchMove[];
  pulls: Pull[];
  reviews: PullReview[];
  events: IssueEvent[];
  comments: IssueComment[];
  queue: QueueEntry[];
  checkRuns: CheckRun[];
  statuses: CommitStatus[];
  rulesets: HubRuleset[];
  deliveries: HubDelivery[];
  /** `send`: webhooks are sent. `fail`: they are listed as failed. `lose`: they leave no trace. */
  deliveryMode: "send" | "fail" | "lose";
  /** Webhooks on their way. */
  sending: Set<Promise<void>>;
  requests: RequestRecord[];
  faults: HubFault[];
  deviations: Deviation[];
  newId(): number;
};

export function createWorld(root: string): World {
  let lastId = 1000;
  return {
    url: "",
    root,
    accounts: [],
    repositories: [],
    tokens: new Map(),
    apps: [],
    installations: [],
    manifests: new Map(),
    moves: [],
    pulls: [],
    reviews: [],
    events: [],
    comments: [],
    queue: [],
    checkRuns: [],
    statuses: [],
    rulesets: [],
    deliveries: [],
    deliveryMode: "send",
    sending: new Set(),
    requests: [],
    faults: [],
    deviations: [],
    newId: () => ++lastId,
  };
}
