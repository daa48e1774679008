import type { LogEntry, Task } from "@countersign/core";
import type { NewToken, TokenSummary } from "./access/credentials.ts";
import type { PasskeySessions } from "./access/passkey-sessions.ts";
import type { CreatedInvitation, NewInvitation } from "./access/people.ts";
import type { Principal } from "./access/principal.ts";
import type { People } from "./access/sign-in-people.ts";
import type { SignIn } from "./access/sign-in-sessions.ts";
import type { Audit } from "./audit/audit.ts";
import type { BatchItem, BatchResult } from "./commands/approve-batch.ts";
import type { AssignmentLocation, AssignmentQuery, NextOffer } from "./commands/assignment.ts";
import type { ListedChange } from "./commands/change-files.ts";
import type { DiffQuery, TaskDiff } from "./commands/diff.ts";
import type { AuthorFeedback } from "./commands/feedback.ts";
import type { OwnReading } from "./commands/own-reading.ts";
import type { PersonKeys } from "./commands/person-keys.ts";
import type { RedoRequest } from "./commands/preview-redo.ts";
import type { Sprint } from "./commands/read-sprint.ts";
import type { PolicyInForce } from "./commands/repositories/read-policy-in-force.ts";
import type { ShownTip } from "./commands/repositories/release-repository.ts";
import type { NewRepository } from "./commands/repositories/repositories.ts";
import type { RepositorySummary } from "./commands/repositories/repository-lines.ts";
import type { RoundRecord } from "./commands/rounds.ts";
import type { ShownSnooze, SnoozedTask } from "./commands/snooze.ts";
import type { NewSprint, SprintChange } from "./commands/sprint.ts";
import type { EngineStatus } from "./commands/status.ts";
import type { NewTask } from "./commands/submit/new-task.ts";
import type { WorkSubmission } from "./commands/submit/submit-work.ts";
import type { TaskCounts } from "./commands/task-counts.ts";
import type { TriedMode } from "./commands/try-modes.ts";
import type { Why } from "./commands/why.ts";
import type { ForgeSetup } from "./create-forge-calls.ts";
import type { Trust } from "./create-trust-calls.ts";
import type { ClientCommand } from "./execute/execute-command.ts";
import type { Learning } from "./learn/create-learning.ts";
import type { Monitoring } from "./monitoring/create-monitoring.ts";
import type { MachineProgress } from "./review/rounds/review-progress.ts";
import type { CommandAnswer } from "./store/schema/command-answer.ts";
import type { InboxCounts } from "./store/tasks/count-sections.ts";
import type { StreamEntry } from "./store/tasks/event-log.ts";
import type { Page, TaskQuery, TaskSummary } from "./store/tasks/list-tasks.ts";
import type { TaskFilter } from "./store/tasks/task-filter.ts";

/**
 * The engine's complete interface, used by every surface.
 *
 * Each call names the caller, as identified by their credential. An action that the role may not perform is
 * refused with `forbidden`. Refusals are `CountersignError`s. A key makes a command idempotent.
 */
export interface Engine
  extends Audit,
    ForgeSetup,
    Learning,
    Monitoring,
    OwnReading,
    PasskeySessions,
    People,
    PersonKeys,
    SignIn,
    Trust {
  /** Returns the owner of a token. Null if it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Principal | null>;
  /** Returns which of an organisation's credentials are still valid. */
  validTokens(org: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  createToken(by: Principal, token: NewToken): Promise<TokenSummary & { token: string }>;
  tokens(by: Principal): Promise<TokenSummary[]>;
  revokeToken(by: Principal, id: string): Promise<void>;
  /** Invites a person to sign in with their account at the identity provider. The link works once. */
  invitePerson(by: Principal, invitation: NewInvitation): Promise<CreatedInvitation>;

  addRepository(by: Principal, repository: NewRepository): Promise<RepositorySummary>;
  repositories(by: Principal): Promise<RepositorySummary[]>;
  /** Returns the policy in force for a repository: that of the last accepted target. */
  policy(by: Principal, repo: string): Promise<PolicyInForce>;
  /** Removes a repository that has no task. */
  removeRepository(by: Principal, id: string): Promise<void>;
  /** Accepts the tip of the target that an owner has seen, and resumes merges from exactly that commit. */
  releaseRepository(by: Principal, id: string, release: ShownTip): Promise<RepositorySummary>;

  /** Renews a reviewer's connection to a repository. Seats go to reviewers with a live connection. */
  connectReviewer(by: Principal, repo: string): Promise<void>;

  createTask(by: Principal, key: string, task: NewTask): Promise<CommandAnswer>;
  /** Submits work to a named task, to the open task of its author, branch and working directory, or to a new one. */
  submitWork(by: Principal, key: string, work: WorkSubmission): Promise<CommandAnswer>;
  command(by: Principal, key: string, task: string, command: ClientCommand): Promise<CommandAnswer>;

  /** Approves every task of an exact list that still is as it was shown, under one key. */
  approveBatch(by: Principal, key: string, shown: readonly BatchItem[]): Promise<BatchResult>;
  /** Undoes everything that the caller's key `batch` approved. */
  undoBatch(by: Principal, key: string, batch: string): Promise<BatchResult>;

  /** Returns the next task of an agent: its own work first, then a task of the sprint or the backlog. */
  nextAssignment(by: Principal, query: AssignmentQuery): Promise<NextOffer>;
  /** Claims the caller's next task. Returns null if no task is available. */
  takeAssignment(
    by: Principal,
    key: string,
    place: AssignmentLocation,
  ): Promise<CommandAnswer | null>;

  /** Hides a task from the caller's inbox until a time, or until it changes (null). */
  snooze(by: Principal, task: string, snooze: ShownSnooze): Promise<SnoozedTask>;
  unsnooze(by: Principal, task: string): Promise<SnoozedTask>;

  /** Returns the current sprint, or else the last one. Null if there was none. */
  sprint(by: Principal): Promise<Sprint | null>;
  startSprint(by: Principal, key: string, sprint: NewSprint): Promise<Sprint>;
  /** Pauses, resumes, stops or extends the current sprint. */
  changeSprint(by: Principal, key: string, change: SprintChange): Promise<Sprint>;

  /** Returns the full id for a unique prefix. */
  findTask(by: Principal, prefix: string): Promise<string>;
  task(by: Principal, id: string): Promise<Task>;
  /** Returns the attempt limit of a task. */
  attemptLimit(by: Principal, task: Task): Promise<number>;
  /** Returns the current work of this process's machines for a task. */
  progress(by: Principal, id: string): MachineProgress[];
  tasks(by: Principal, query: TaskQuery): Promise<Page<TaskSummary>>;
  /** Counts the tasks in each section of the caller's inbox. Ended tasks count from `doneSinceMs` on. */
  sections(by: Principal, query: TaskFilter & { doneSinceMs: number }): Promise<InboxCounts>;
  taskCounts(by: Principal): Promise<TaskCounts>;
  log(by: Principal, id: string, from?: number): Promise<LogEntry[]>;
  stream(by: Principal, place: { after?: string; limit?: number }): Promise<Page<StreamEntry>>;
  diff(by: Principal, id: string, query: DiffQuery): Promise<TaskDiff>;
  /** Lists the files of a change without their lines. */
  changeFiles(
    by: Principal,
    id: string,
    query: Pick<DiffQuery, "since" | "until">,
  ): Promise<ListedChange>;
  rounds(by: Principal, id: string): Promise<RoundRecord[]>;
  why(by: Principal, id: string): Promise<Why>;
  /** Previews the effect of each mode on a task if the caller chose it. Changes nothing. */
  tryModes(by: Principal, id: string): Promise<TriedMode[]>;
  /** Returns the author's feedback for the next round of work. */
  feedback(by: Principal, id: string): Promise<AuthorFeedback>;
  /** Returns the feedback that the author would read after this redo. Changes nothing. */
  previewRedo(by: Principal, id: string, request: RedoRequest): Promise<AuthorFeedback>;
  status(by: Principal): Promise<EngineStatus>;

  /**
   * Verifies a webhook of the forge over its raw body and enqueues what it asks to read. Its signature identifies the
   * forge, so there is no caller.
   */
  acceptWebhook(
    headers: ReadonlyMap<string, string>,
    body: Uint8Array,
  ): Promise<"accepted" | "refused" | "not_connected">;

  /** Starts to run jobs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
