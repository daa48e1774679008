/** The public surface of the engine, in the order of its folders. */

// access
export type { NewToken, TokenSummary } from "./access/credentials.ts";
export { createToken } from "./access/credentials.ts";
export type { PasskeySignIn } from "./access/passkey-sessions.ts";
export type { CreatedInvitation, Identity, PersonSignIn } from "./access/people.ts";
export { type Permission, ROLE_PERMISSIONS, requirePermission } from "./access/permissions.ts";
export type { PersonKey } from "./access/person-keys.ts";
export type { PresentedAct } from "./access/presence-verifier.ts";
export type { Principal } from "./access/principal.ts";
export { allowRoot, fileRoots } from "./access/repository-roots.ts";
export { createSignInCodes } from "./access/sign-in-codes.ts";
export type { People, ProvenIdentity } from "./access/sign-in-people.ts";
export type { NewSession, SignInSession } from "./access/sign-in-sessions.ts";
// archive
export { type ArchiveDeps, type ArchiveResult, archiveMonth } from "./archive/archive-month.ts";
export { restoreMonth } from "./archive/restore-month.ts";
// audit
export type { AuditProblem } from "./audit/audit-problem.ts";
export { AuditRecord } from "./audit/audit-record.ts";
export type { AuditState } from "./audit/audit-state.ts";
export { createVerifier, type VerifyResult } from "./audit/create-verifier.ts";
export { describeChange } from "./audit/describe-change.ts";
export type { AuditEntry } from "./audit/list-entries.ts";
export type { Difference, ReplayedTask } from "./audit/replay-tasks.ts";
// backup
export { readBackup, saveBackup } from "./backup/backup-file.ts";
export { type BackupSource, exportBackup } from "./backup/export-backup.ts";
export { importBackup, type RestoreResult } from "./backup/import-backup.ts";
export type { BatchItem, BatchResult } from "./commands/approve-batch.ts";
// commands
export type { AssignmentOffer, NextOffer } from "./commands/assignment.ts";
export type { ListedChange, ListedFile } from "./commands/change-files.ts";
export type { DiffQuery, TaskDiff } from "./commands/diff.ts";
export { type AuthorFeedback, composeFeedback } from "./commands/feedback.ts";
export type { OwnReading } from "./commands/own-reading.ts";
export { previewedRedo, type RedoRequest } from "./commands/preview-redo.ts";
export type { Sprint } from "./commands/read-sprint.ts";
export type { RepositorySummary } from "./commands/repositories/repository-lines.ts";
export { type RoundRecord, readRounds } from "./commands/rounds.ts";
export type { SnoozedTask } from "./commands/snooze.ts";
export type { NewSprint, SprintChange } from "./commands/sprint.ts";
export type { EngineStatus } from "./commands/status.ts";
export type { NewTask } from "./commands/submit/new-task.ts";
export type { Submission } from "./commands/submit/submit.ts";
export type { WorkSubmission } from "./commands/submit/submit-work.ts";
export { type TriedMode, triedModes } from "./commands/try-modes.ts";
export type { Why } from "./commands/why.ts";
// the engine
export { createEngine, type EngineOptions } from "./create-engine.ts";
export { type Database, openDatabase } from "./database/open-database.ts";
// durable
export {
  createEffectQueue,
  type EffectQueueOptions,
} from "./durable/create-effect-queue.ts";
export type { Engine } from "./engine.ts";
export type { ClientCommand } from "./execute/execute-command.ts";
// learn
export type { PolicyGapGroup } from "./learn/list-gaps.ts";
export type { LearnQuery, RecurringFindingGroup } from "./learn/list-recurring.ts";
export { createMetrics, type Metrics } from "./monitoring/metrics.ts";
export type { Readiness } from "./monitoring/readiness.ts";
// boundaries
export { boundary } from "./platform/boundary.ts";
export { createKeyedMutex } from "./platform/keyed-mutex.ts";
// observe
export { describeError } from "./platform/log/describe-error.ts";
export { createLog, type Log, type LogEntryLine } from "./platform/log/log.ts";
export { isLogEvent, logSentence } from "./platform/log/log-events.ts";
// database
export { dataDirectory } from "./platform/postgres/data-directory.ts";
export type { DatabaseSettings } from "./platform/postgres/database-settings.ts";
export { type SoloPostgres, startSoloPostgres } from "./platform/postgres/solo-postgres.ts";
export { visitDatabase } from "./platform/postgres/visit-database.ts";
// processes
export {
  listMarked,
  listProcesses,
  type ProcessLine,
} from "./platform/processes/list-processes.ts";
export {
  isAlive,
  isRunning,
  matchProcess,
  PROCESS_NAME,
  type ProcessMatch,
  processName,
} from "./platform/processes/process-identity.ts";
export { type ProcessSource, PS, PS_OPTIONS, processSource } from "./platform/processes/ps.ts";
export { detectChecks } from "./policy/detect-checks.ts";
// config
export { jsonFault } from "./policy/json-fault.ts";
export { type AgentFile, readAgentFile } from "./policy/read-agent-file.ts";
export { policyFrom } from "./policy/read-policy.ts";
export { type PolicyAtCommit, type PolicyBlob, readPolicyAt } from "./policy/read-policy-at.ts";
export type { EffectQueue, Job, JobHandler, JobPayload, QueueName } from "./ports/effect-queue.ts";
// ports
export {
  type ForeignCheck,
  type Forge,
  type ForgeAccount,
  type ForgeAnnotation,
  type ForgeBranchRules,
  type ForgeChange,
  type ForgeChangeList,
  type ForgeCheckState,
  type ForgeContributors,
  type ForgeDelivery,
  ForgeError,
  type ForgeHint,
  type ForgeMerge,
  type ForgeMergeGroup,
  type ForgeMergeOutcome,
  type ForgeProofs,
  type ForgePush,
  type ForgeQueueEntry,
  type ForgeRefs,
  type ForgeReport,
  type ForgeReportIds,
  type ForgeRepository,
  type ForgeReview,
  type ForgeScan,
} from "./ports/forge.ts";
export type { ForgeConnection } from "./ports/forge-connection.ts";
export type {
  BlobRead,
  BlockedWorktree,
  BranchCheckout,
  ChangeHistory,
  CheckoutOptions,
  CheckoutResult,
  DigestedChanges,
  HiddenFile,
  MergeCommit,
  Mirror,
  MoveOutcome,
  Pinned,
  Repository,
  RepositoryLocation,
  ResetOutcome,
  SkippedPath,
  Snapshot,
  TargetMove,
  TargetReading,
  TrialMerge,
  WorkPins,
  WorkRef,
  WorkReset,
  WorkUpdate,
  WorkUpdateOutcome,
} from "./ports/mirror.ts";
export type { MoveSigner } from "./ports/move-signer.ts";
export type {
  Notification,
  NotifiedItem,
  Notifier,
  NotifyResult,
  NotifyWhy,
} from "./ports/notifier.ts";
export type { OwnerCertificates } from "./ports/owner-certificates.ts";
export type { OwnerSettings } from "./ports/owner-settings.ts";
export type {
  AllowedHost,
  ConnectionFailure,
  FailedConnection,
  OwnerRegistries,
  PackageNetwork,
  PackageProxy,
} from "./ports/package-network.ts";
export type {
  ProcessLimits,
  ProcessNetwork,
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
  ProcessTalk,
  SandboxState,
} from "./ports/process-runner.ts";
export type {
  ProofCommit,
  ProofMove,
  ProofMoveOutcome,
  ProofSegment,
  ProofStore,
  WaypointRef,
  WitnessedMove,
} from "./ports/proof-store.ts";
export type {
  ReadReport,
  ReportFinding,
  ReportFormat,
  ReportReader,
  TestCounts,
} from "./ports/report-reader.ts";
export type { ReportedSession } from "./ports/reported-session.ts";
export type {
  ReviewerAdapter,
  ReviewerAsk,
  ReviewerReply,
  ReviewerRunner,
  ReviewerRunners,
  ReviewerState,
  ReviewerUsage,
} from "./ports/reviewer-runner.ts";
export { Seal } from "./ports/seal-body.ts";
export type { SealCopy } from "./ports/seal-copy.ts";
export type { DiffCaps, DiffOptions, ShownDiff, UnshownFile } from "./ports/shown-diff.ts";
export type { PublicKey, ReadKey, SignatureReader } from "./ports/signature-reader.ts";
export type { Signer, SigningKey } from "./ports/signer.ts";
export type { WitnessAnswer, WitnessClient } from "./ports/witness-client.ts";
// checks
export { readHost } from "./review/checks/prepare/allowed-hosts.ts";
// rounds
export type { MachineResult, ReviewDeps } from "./review/rounds/ask-machine.ts";
export { type LocalChange, type LocalWork, pinChange } from "./review/rounds/pin-change.ts";
export { type FactSource, readFacts } from "./review/rounds/read-facts.ts";
export {
  type OneReview,
  type ReviewOnceResult,
  type ReviewStep,
  reviewOnce,
} from "./review/rounds/review-once.ts";
export { tryReviewer } from "./review/rounds/try-reviewer.ts";
// seal
export { createFileSealCopy } from "./seal/file-seal-copy.ts";
export { createFileSeals } from "./seal/file-seals.ts";
export { createFileSigner } from "./seal/file-signer.ts";
export type { EffectBatch, Enqueue } from "./store/execute.ts";
export type { ChainedEntry, ChainFault } from "./store/organisation/hash-chain.ts";
export { ORGANISATION_LOG } from "./store/organisation/organisation-log.ts";
export type { RepositoryHold } from "./store/organisation/repositories.ts";
// store
export type { StoredFeedbackDraft } from "./store/persons/feedback-drafts.ts";
export type { FileMarks, MarkChange } from "./store/persons/read-line-marks.ts";
export type { CommandAnswer } from "./store/schema/command-answer.ts";
export { createTaskStore, type TaskStore } from "./store/task-store.ts";
export { type BlobStore, createBlobStore } from "./store/tasks/blob-store.ts";
export type { InboxCounts } from "./store/tasks/count-sections.ts";
export type { StreamEntry } from "./store/tasks/event-log.ts";
export type { Page, TaskQuery, TaskSummary } from "./store/tasks/list-tasks.ts";
export type { TaskFilter } from "./store/tasks/task-filter.ts";
