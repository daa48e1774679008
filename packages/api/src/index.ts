// core types that every client needs
export {
  ACT_NAMESPACE,
  CountersignError,
  type ErrorCode,
  type ErrorDetails,
  Finding,
  fenceText,
  hasTurnHolder,
  isGivenUp,
  locationText,
  lossPerMinute,
  MAX_SPRINT_TASKS,
  NO_BRANCH,
  NO_TURN,
  type Notify,
  nextAssignmentText,
  oneLine,
  type PersonStatement,
  parsePersonStatement,
  passkeyBytes,
  passkeySshsig,
  quietMinutesLeft,
  type RunFacts,
  reasonText,
  reviewRequest,
  routeNotification,
  type Shown,
  SIGN_IN_NAMESPACE,
  SprintTarget,
  seatKey,
  sizeMinutes,
  sshsigData,
  statementBytes,
  tallyStates,
  toShown,
  type WorkLocation,
} from "@countersign/core";
// chains
export { chainContext, GOING_ON } from "./chains/chain-context.ts";
export { type ChainSeat, listChainSeats } from "./chains/chain-seats.ts";
export { type ChainStep, chainSteps } from "./chains/chain-steps.ts";
export { type RequirementStanding, requirementStanding } from "./chains/requirement-standing.ts";
export { reviewerTerms } from "./chains/reviewer-terms.ts";
// client
export { type Client, type ClientSettings, createClient } from "./client/create-client.ts";
export { findTasksAt } from "./client/find-task-at.ts";
export type { ActSigner } from "./client/sign-request.ts";
export { type StatementText, statementText } from "./client/statement-text.ts";
export { unknownRepository } from "./client/unknown-repository.ts";
export { holdReasonText } from "./reasons/hold-reason-text.ts";
export { issueTexts } from "./reasons/issue-texts.ts";
export { atWorkText, machineStepText } from "./reasons/machine-step-text.ts";
export { policyChangeLines } from "./reasons/policy-change-lines.ts";
export { listReviewerSummaries, type ReviewerSummary } from "./reasons/reviewer-summaries.ts";
export { standingText } from "./reasons/standing-text.ts";
export { type WayOut, waysOut } from "./reasons/ways-out.ts";
// contract
export { type Contract, contract } from "./routes/contract.ts";
export { NOW, OWN_EVENT, PLACE_EVENT, streamRoute } from "./routes/events.ts";
export { monitorRoutes } from "./routes/monitor.ts";
export { type OpenApiDocument, openApiDocument } from "./routes/openapi.ts";
export { IdempotencyKey, type PostRoute, type Roles, type Route } from "./routes/route.ts";
export { ACT_HEADER, actHeaderText, parseActHeader } from "./schemas/act-header.ts";
export { ActView } from "./schemas/act-view.ts";
// schemas
export { AssignmentView, NextAssignment } from "./schemas/assignment.ts";
export { AuditEntryLine, AuditView, ReplayLine } from "./schemas/audit.ts";
export { ChangeFile, ChangeFiles, RoundLine } from "./schemas/change.ts";
export { ErrorAnswer } from "./schemas/error-answer.ts";
export { ERROR_STATUS } from "./schemas/error-status.ts";
export { ForgeStatusView } from "./schemas/forge.ts";
export { issueText } from "./schemas/issue-text.ts";
export { KeyLine } from "./schemas/key.ts";
export { GapGroup, RecurringFinding } from "./schemas/learning.ts";
export { DraftView, FeedbackDraft, LINE_MARK_LENGTH, ReadView } from "./schemas/own-reading.ts";
export { Invitation, PersonLine, ProviderMethod } from "./schemas/person.ts";
export {
  Answer,
  CreatedToken,
  DiffView,
  FeedbackView,
  Health,
  Inbox,
  LogLine,
  MAX_COUNTED,
  Me,
  OwnChange,
  PolicyView,
  PutOff,
  RepositoryLine,
  Section,
  SectionCounts,
  StatusView,
  StreamHead,
  StreamLine,
  TaskPage,
  TokenLine,
  TriedModes,
  WhyView,
} from "./schemas/replies.ts";
export { BegunSession, CreatedCode, SessionLine } from "./schemas/session.ts";
export { SprintView } from "./schemas/sprint.ts";
export { TaskLine } from "./schemas/task-line.ts";
export {
  type MachineStep,
  RequirementStatus,
  RequirementView,
  RoundView,
  TaskView,
} from "./schemas/task-view.ts";
export { TrustRequestView, TrustView } from "./schemas/trust.ts";
export { Cursor, Role, State, Turn, TurnHolder } from "./schemas/words.ts";
