import type { Pool } from "pg";
import type { RepositoryRoots } from "../access/repository-roots.ts";
import type { Log } from "../platform/log/log.ts";
import type { TargetSightings } from "../platform/target-sightings.ts";
import type { TargetTurns } from "../platform/target-turns.ts";
import type { PolicySource } from "../policy/policy-source.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import type { HeardSession } from "../ports/heard-session.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { OwnerSettings } from "../ports/owner-settings.ts";
import type { PackageNetwork } from "../ports/package-network.ts";
import type { PresenceVerifier } from "../ports/presence-verifier.ts";
import type { ProcessRunner } from "../ports/process-runner.ts";
import type { ReportReader } from "../ports/report-reader.ts";
import type { ReviewerRunners } from "../ports/reviewer-runner.ts";
import type { Preparations } from "../review/checks/prepare/preparations.ts";
import type { ReviewerReadiness } from "../review/reviewers/readiness.ts";
import type { TreeCopies } from "../review/reviewers/tree-copies.ts";
import type { Turns } from "../review/reviewers/turns.ts";
import type { ReviewProgress } from "../review/rounds/review-progress.ts";
import type { Sealer } from "../seal/seal-loop.ts";
import type { SealDeps } from "../seal/seal-once.ts";
import type { TaskStore } from "../store/task-store.ts";

/** What the engine is made of; every command and effect is a function of these. */
export type EngineDeps = {
  pool: Pool;
  store: TaskStore;
  mirrorOf(org: string): Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** How agents are asked, by adapter. */
  runners: ReviewerRunners;
  /** Which of them can be asked now. */
  readiness: ReviewerReadiness;
  /** Who waits until a reviewer may be asked. */
  turns: Turns;
  /** Preparations that several checks wait for. */
  preparations: Preparations;
  /** What machines do now. */
  progress: ReviewProgress;
  /** What agents read. */
  copiesOf(org: string): TreeCopies;
  /** Who can tell that a person is there; without it nothing that needs them to be is let through. */
  presence?: PresenceVerifier | undefined;
  queue: EffectQueue;
  policies: PolicySource;
  sealer: Sealer;
  seals: Pick<SealDeps, "signer" | "copy">;
  /** Whether the engine's owner lets commands of the repository at a path run without a sandbox; left out: no. */
  allowsUnsandboxed?: ((path: string) => Promise<boolean>) | undefined;
  /** The settings of the engine's owner, whose changes are recorded; left out: there are none. */
  ownerSettings?: (() => Promise<OwnerSettings>) | undefined;
  /** Sessions of agents in the worktrees of a git directory; left out: the engine hears no hooks. */
  heardSessions?: ((gitDir: string) => Promise<readonly HeardSession[]>) | undefined;
  /** When targets were last seen where they were accepted. */
  sightings: TargetSightings;
  /** Who may move or judge a target now. */
  targetTurns: TargetTurns;
  /** How preparations reach package registries; left out: they have no network. */
  packages?: PackageNetwork | undefined;
  /** How people are notified outside of a board; left out: they are not. */
  notifier?: Notifier | undefined;
  /** Milliseconds before each further try to send a notification; left out: 5 s to 5 h. */
  notifyRetryMs?: readonly number[] | undefined;
  /** The directories below which repositories may be registered. */
  roots: RepositoryRoots;
  /** A directory of ours for checkouts; what is in it may go at any time. */
  scratch: string;
  /** Logs events for the engine's operator. */
  log: Log;
};
