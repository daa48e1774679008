/** The public surface of the core, in the order of its folders. */

import * as checkpoints from "./proof/checkpoint-exports.ts";

export { findOwnerRules } from "./content/code-owners/find-code-owners.ts";
export {
  CODE_OWNERS_PATHS,
  type CodeOwner,
  MAX_CODE_OWNERS_BYTES,
  parseCodeOwners,
} from "./content/code-owners/parse-code-owners.ts";
export { findHiddenText, type HiddenText } from "./content/hidden-text.ts";
export { isGeneratedPath, isLockFile } from "./content/is-generated-path.ts";
export { isTestPath } from "./content/is-test-path.ts";
// content
export { type AgentEvent, parseEventLine } from "./content/messages/event-line.ts";
export { mayAct } from "./content/messages/may-act.ts";
export { readActions } from "./content/messages/read-actions.ts";
export { type PlannedTask, readPlan } from "./content/messages/read-plan.ts";
export { type AgentSignal, readSignal } from "./content/messages/read-signal.ts";
export type { Suggestion, TextAction } from "./content/messages/text-action.ts";
export { findMixedWords, type MixedWord } from "./content/mixed-script.ts";
export { normalize, type RawChange } from "./content/normalize.ts";
export {
  differsInOwnEntriesOnly,
  hasOwnEntries,
  OWN_ENTRY_PATHS,
} from "./content/own-entries.ts";
export { findPathCollisions, type PathCollision } from "./content/path-collisions.ts";
export { parseRawDiff, type RawEntry } from "./content/raw-diff.ts";
export {
  Content,
  ENGINE_EMAIL,
  Facts,
  MAX_COMMITS,
  type OwnedPaths,
  type ReachedFile,
} from "./content/schema.ts";
export { findSecrets, redactSecrets } from "./content/secrets/secret-text.ts";
export { secretVendor } from "./content/secrets/token-formats.ts";
// decision
export { DECIDER_VERSION, decide } from "./decision/decide.ts";
export { gateOf } from "./decision/gate.ts";
export type { DecisionInput, Signal } from "./decision/input.ts";
export { Resolution } from "./decision/resolution.ts";
export { isGivenUp, type ReviewSeat, seatKey } from "./decision/review-seat.ts";
export { Decision, Gate, Reason } from "./decision/schema.ts";
export { hasTurnHolder, NO_TURN, type TaskTurn } from "./decision/turn.ts";
// feedback
export { type BriefInput, type BriefPage, composeBrief } from "./feedback/compose-brief.ts";
export { composeGapBrief, type GapBriefInput } from "./feedback/compose-gap-brief.ts";
export { composeRedo, type RedoInput } from "./feedback/compose-redo.ts";
export { compareFindings, findingText } from "./feedback/finding-text.ts";
export {
  nextAssignmentText,
  type OfferedAssignment,
  stopForAssignment,
} from "./feedback/next-assignment.ts";
export {
  clarifyQuestion,
  escalatedNotice,
  sessionStart,
  stopForCheck,
  stopForFeedback,
} from "./feedback/notices.ts";
export { type PagedChange, type PagedFile, pageChange } from "./feedback/page-change.ts";
export { reviewRequest } from "./feedback/review-request.ts";
export { FeedbackEntry, feedbackFile } from "./feedback/schema.ts";
export { fenceText, oneLine, quoteBlock } from "./feedback/untrusted.ts";
// kernel
export { canonicalJson, type Json } from "./kernel/canonical-json.ts";
export { type DigestText, digestOf, digestText } from "./kernel/digest.ts";
export {
  CountersignError,
  ERRORS,
  type ErrorCode,
  type ErrorDetails,
} from "./kernel/errors.ts";
export { ActorId, FindingId, ObjectId, TaskId, VerdictId } from "./kernel/ids.ts";
export { isSameName } from "./kernel/name-key.ts";
export { isAgentRole, ROLES, Role } from "./kernel/roles.ts";
export { parseStrictJson } from "./kernel/strict-json.ts";
// plan
export {
  buildRoster,
  LIVE_CONNECTION_MS,
  type RosterCredential,
  type RunnableReviewer,
} from "./plan/build-roster.ts";
export { compilePlan, type PlanInput } from "./plan/compile/compile-plan.ts";
export { NO_REVIEWER } from "./plan/eligible.ts";
export { findGaps } from "./plan/gaps/find-gaps.ts";
export { joinProposals, proposalIn } from "./plan/gaps/propose-policy.ts";
export {
  type AgentSession,
  type ForeignMove,
  foreignObstacles,
  nameSession,
  type TaskLikeness,
  withAnyCheck,
} from "./plan/guard/foreign-obstacles.ts";
export { type GuardedChange, guardedChanges } from "./plan/guard/guarded-changes.ts";
export {
  type JudgeChange,
  judgeChanges,
  judgeKeys,
  judgePath,
  judgeText,
} from "./plan/guard/judge-changes.ts";
export { TRUST_ADVICE, TRUST_FILES, trustFileChanges } from "./plan/guard/trust-file-changes.ts";
export { committersOf } from "./plan/layers/committers.ts";
export { orderByRisk } from "./plan/risk/order-by-risk.ts";
export { Gap, Plan, Requirement, RosterEntry } from "./plan/schema.ts";
// policy
export {
  isAgentOf,
  machinesOf,
  type NamedActor,
  peopleOf,
  reviewerNameConflict,
} from "./policy/actor-names.ts";
export { askedReviewers } from "./policy/check/check-reviewers.ts";
export { closest } from "./policy/closest.ts";
export { compileGlob, compileGlobs, matchesGlob } from "./policy/glob/glob.ts";
export { importPolicy } from "./policy/import/import-policy.ts";
export { type AcceptedSide, reachedFiles } from "./policy/judges/reached-files.ts";
export { type SteeringSource, sourceKind } from "./policy/judges/steering-source.ts";
export { keysWithoutEffect, RESERVED_KEYS } from "./policy/load/keys-without-effect.ts";
export { type LoadedPolicy, loadPolicy } from "./policy/load/load-policy.ts";
export { LoosenedKey, loosenedText } from "./policy/loosened/loosened-key.ts";
export { loosenedKeys } from "./policy/loosened/loosened-keys.ts";
export {
  afterQuietHours,
  BOARD_CHANNELS,
  notificationDueMs,
  quietMinutesLeft,
  routeNotification,
} from "./policy/notify-route.ts";
export type { Policy } from "./policy/policy.ts";
export { CONFIG_FILES, CONFIG_PARTS, resolvePath } from "./policy/policy-files.ts";
export type { Problem } from "./policy/problem.ts";
export { PolicyFile, policyJsonSchema } from "./policy/schema.ts";
export type { Notify } from "./policy/schema-notify.ts";
export { MAX_OWNER_TEXT, Reviewer, ReviewPolicy } from "./policy/schema-review.ts";
export { mapOwnerTexts, namedPolicyFiles, ownerTexts } from "./policy/shipped/owner-texts.ts";
export { baseFile, SHIPPED_VERSIONS } from "./policy/shipped/versions.ts";
export { durationMs, Effect, Layer, Mode, Profile, Severity, Trigger } from "./policy/words.ts";
export { type ChangedPath, type ChangedSide, changesDigest } from "./proof/changes-digest.ts";
export { decisionDigest } from "./proof/decision-digest.ts";
export { editTrust, NO_EDITS, type TrustEdits } from "./proof/edit-trust.ts";
export type {
  ChainPosition,
  ClonedMove,
  MoveEvidence,
  SignatureReading,
  TrustVersion,
} from "./proof/evidence.ts";
export { judgeMove } from "./proof/judge-move.ts";
export { judgeRoot, type RootEvidence, rootFingerprint } from "./proof/judge-root.ts";
export { trustChangeProblems } from "./proof/judge-trust.ts";
export {
  judgeWaypoint,
  type TrustStepEvidence,
  trustAtWaypoint,
  type WaypointEvidence,
} from "./proof/judge-waypoint.ts";
export { type JudgedAct, toJudgedAct } from "./proof/judged-act.ts";
export { type ParsedProof, parseProof, proofTrailer, signatureLine } from "./proof/parse-proof.ts";
export {
  type NamespacedMessage,
  type PasskeyAssertion,
  passkeyBytes,
  passkeySshsig,
  sshsigData,
} from "./proof/passkey-sshsig.ts";
export {
  type ActSubject,
  actLine,
  type PersonStatement,
  parsePersonStatement,
  type StatedContent,
  statedContent,
} from "./proof/person-statement.ts";
export {
  isLevelAtLeast,
  PresenceLevel,
  requiredLevel,
  SignatureLevel,
} from "./proof/presence-level.ts";
export {
  PROOF_PROBLEMS,
  type ProofProblem,
  type ProofProblemCode,
  type ProofResult,
  proofResult,
} from "./proof/problems.ts";
export { type InputActs, redactInputs } from "./proof/redact-inputs.ts";
export { restoreInput } from "./proof/restore-inputs.ts";
export { ActStatement, PersonAct } from "./proof/schema-act.ts";
export { type CommandAct, commandStatement } from "./proof/schema-command-act.ts";
export { ProofInputs } from "./proof/schema-inputs.ts";
export { MoveStatement } from "./proof/schema-move.ts";
export { parseTrustFile, TrustFile } from "./proof/schema-trust.ts";
export {
  ACT_NAMESPACE,
  MOVE_NAMESPACE,
  SIGN_IN_NAMESPACE,
  statementBytes,
} from "./proof/statement-bytes.ts";
export { KeyFingerprint } from "./proof/statement-fields.ts";
export { trustDifference, trustFacts } from "./proof/trust-facts.ts";
export {
  allowedSigners,
  SIGNERS_FILE,
  TRUST_FILE,
  trustFileText,
} from "./proof/trust-files.ts";
export { type DigestedLine, inputsLine, moveLine, writeProofText } from "./proof/write-proof.ts";
// sprint
export {
  type AssignmentCandidate,
  type AssignmentKind,
  chooseAssignment,
  type HandOutRule,
  isHandedOut,
  type Worker,
} from "./sprint/choose-assignment.ts";
export {
  hasFailed,
  MAX_SPRINT_TASKS,
  reachedMs,
  type SprintTally,
  SprintTarget,
  tallyStates,
} from "./sprint/target.ts";
// task
export { isClosedElsewhere } from "./task/commands/decision/reopen.ts";
export { baseNews } from "./task/commands/merge/follow-base.ts";
export { createTask } from "./task/commands/work/create.ts";
export { isRepeatedSubmission } from "./task/commands/work/submission-rules.ts";
export { timesRetried } from "./task/fold/asked.ts";
export { applyEntry, fold } from "./task/fold/fold.ts";
export { Command, Specification, WorkLocation } from "./task/model/commands.ts";
export type { Actor, BaseTaskState, Context } from "./task/model/context.ts";
export { dueMs } from "./task/model/due.ts";
export type { TaskEffect } from "./task/model/effects.ts";
export type { LogEntry, TaskEvent } from "./task/model/events.ts";
export { isSameLocation, locationText, NO_BRANCH } from "./task/model/location.ts";
export {
  CONTINUED_PHASES,
  PHASES,
  type Phase,
  type PhaseName,
  type Round,
  type Task,
  type TaskLocation,
} from "./task/model/state.ts";
export { type Replayed, replay } from "./task/replay.ts";
export {
  awaitedBase,
  type BaseStanding,
  baseStanding,
  baseTaskState,
} from "./task/review/base-task.ts";
export { assignmentOf } from "./task/review/compile-task-plan.ts";
export { decisionInput } from "./task/review/decide-now.ts";
export { lostSeats, type WaitingSeat, waitingSeats } from "./task/review/seats.ts";
export type { Step } from "./task/step/draft.ts";
export { type Shown, toShown } from "./task/step/shown.ts";
export { transition } from "./task/transition.ts";
export { batchObstacles } from "./task/view/batch-obstacles.ts";
export { type ListFacts, listFacts, searchedPaths } from "./task/view/list-facts.ts";
export { type Projection, project } from "./task/view/projections.ts";
export { reasonText } from "./task/view/reason-text.ts";
export {
  lossPerMinute,
  REVIEW_WEIGHTS,
  type RunFacts,
  sizeMinutes,
} from "./task/view/review-loss.ts";
export { turnOf } from "./task/view/turn.ts";
export { turnSinceMs } from "./task/view/turn-since.ts";
// verdict
export { aggregate, isCounted } from "./verdict/aggregate.ts";
export { answerJsonSchema } from "./verdict/answer-schema.ts";
export { checkQuote } from "./verdict/check-quote.ts";
export { parseAnswer } from "./verdict/parse-answer.ts";
export { parseFinding } from "./verdict/parse-finding.ts";
export { parseGapAnswer } from "./verdict/parse-gap-answer.ts";
export { Finding, Opinion, Report, Verdict } from "./verdict/schema.ts";
export { sealVerdict, verdictsDigest } from "./verdict/seal-verdict.ts";
export { readSeverity } from "./verdict/severity.ts";
// proof
export { checkpoints };
