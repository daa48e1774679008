import type { Pool } from "pg";
import type { PresenceVerifier } from "../access/presence-verifier.ts";
import type { RepositoryRoots } from "../access/repository-roots.ts";
import type { Log } from "../platform/log/log.ts";
import type { TargetSightings } from "../platform/target-sightings.ts";
import type { TargetTurns } from "../platform/target-turns.ts";
import type { PolicySource } from "../policy/policy-source.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import type { ForgeConnection } from "../ports/forge-connection.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { Notifier } from "../ports/notifier.ts";
import type { OwnerSettings } from "../ports/owner-settings.ts";
import type { PackageNetwork } from "../ports/package-network.ts";
import type { ProcessRunner } from "../ports/process-runner.ts";
import type { ReportReader } from "../ports/report-reader.ts";
import type { ReportedSession } from "../ports/reported-session.ts";
import type { ReviewerRunners } from "../ports/reviewer-runner.ts";
import type { SignatureReader } from "../ports/signature-reader.ts";
import type { WitnessClient } from "../ports/witness-client.ts";
import type { ProofOptions } from "../proof/compose-proof.ts";
import type { Preparations } from "../review/checks/prepare/preparations.ts";
import type { ReviewerReadiness } from "../review/reviewers/create-readiness.ts";
import type { TreeCopies } from "../review/reviewers/tree-copies.ts";
import type { Turns } from "../review/reviewers/turns.ts";
import type { ReviewProgress } from "../review/rounds/review-progress.ts";
import type { Sealer } from "../seal/seal-loop.ts";
import type { SealDeps } from "../seal/seal-once.ts";
import type { TaskStore } from "../store/task-store.ts";

/** Dependencies of the engine's commands and effects. */
export type EngineDeps = {
  pool: Pool;
  store: TaskStore;
  mirrorOf(org: string): Mirror;
  processes: ProcessRunner;
  reports: ReportReader;
  /** Runners of agents, by adapter. */
  runners: ReviewerRunners;
  /** Reports which reviewers are available. */
  readiness: ReviewerReadiness;
  /** Limits of parallel questions to reviewers. */
  turns: Turns;
  /** Preparations that checks share. */
  preparations: Preparations;
  /** The current work of machines. */
  progress: ReviewProgress;
  /** Shared copies of trees for reviewing agents. */
  copiesOf(org: string): TreeCopies;
  /** Verifies that a person is present. Without it, actions that require presence are refused. */
  presence?: PresenceVerifier | undefined;
  /** Signs the moves of targets that have a trust file. Without it, no proofs are written. */
  proofs?: ProofOptions | undefined;
  /** Reads people's keys and signatures. Without it, no key can be added. */
  signatures?: SignatureReader | undefined;
  /** Offers checkpoints of chains to witnesses. Default: none are asked. */
  witnesses?: WitnessClient | undefined;
  /** Milliseconds before each further offer of the same state. Default 5 s to 30 min. */
  witnessRetryMs?: readonly number[] | undefined;
  queue: EffectQueue;
  policies: PolicySource;
  sealer: Sealer;
  seals: Pick<SealDeps, "signer" | "copy">;
  /** Returns whether the owner allows commands of the repository at a path without a sandbox. Default: no. */
  allowsUnsandboxed?: ((path: string) => Promise<boolean>) | undefined;
  /** The owner's settings, whose changes are recorded. Default: none. */
  ownerSettings?: (() => Promise<OwnerSettings>) | undefined;
  /**
   * Returns sessions of agents in the worktrees of a git directory. Default: none, because the engine gets no
   * hook events.
   */
  heardSessions?: ((gitDir: string) => Promise<readonly ReportedSession[]>) | undefined;
  /** When each target was last seen at its accepted commit. */
  sightings: TargetSightings;
  /** Serialises moves and judgements of each target. */
  targetTurns: TargetTurns;
  /** Network for preparations. Default: none. */
  packages?: PackageNetwork | undefined;
  /** Sends notifications to people. Default: none are sent. */
  notifier?: Notifier | undefined;
  /** Milliseconds before each retry of a notification. Default: 5 s to 5 h. */
  notifyRetryMs?: readonly number[] | undefined;
  /** The forge whose pull requests are reviewed. Default: none. */
  forge?: ForgeConnection | undefined;
  /** The directories below which repositories may be registered. */
  roots: RepositoryRoots;
  /** The engine's directory for checkouts. Its content may be deleted at any time. */
  scratch: string;
  /** Logs events for the engine's operator. */
  log: Log;
};
