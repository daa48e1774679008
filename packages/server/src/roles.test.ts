import { contract, Role, streamRoute } from "@countersign/api";
import { ROLES } from "@countersign/core";
import { type Permission, ROLE_PERMISSIONS } from "@countersign/engine";
import { expect, it } from "vitest";

type Public =
  | "health"
  | "describe"
  | "beginSession"
  | "listSignInMethods"
  | "beginSignIn"
  | "createPasskeyChallenge"
  | "beginPasskeySession";

/** What each route asks of the engine. */
const DEEDS: Readonly<Record<Exclude<keyof typeof contract, Public>, Permission>> = {
  me: "read",
  status: "read",
  listRepositories: "read",
  readPolicy: "read",
  connectReviewer: "connect_reviewer",
  addRepository: "add_repository",
  releaseRepository: "release_repository",
  listTasks: "read",
  inbox: "read",
  countSections: "read",
  approveBatch: "approve",
  undoBatch: "undo",
  readDraft: "keep_reading",
  saveDraft: "keep_reading",
  listReadLines: "keep_reading",
  markReadLines: "keep_reading",
  previewFeedback: "redo",
  createTask: "create",
  showTask: "read",
  readLog: "read",
  showDiff: "read",
  listFiles: "read",
  showPatches: "read",
  listRounds: "read",
  why: "read",
  tryModes: "change_mode",
  claim: "claim",
  submit: "submit",
  submitWork: "submit",
  nextAssignment: "read",
  takeAssignment: "claim",
  recordVerdict: "record_verdict",
  dispose: "dispose",
  reportEvent: "report_event",
  approve: "approve",
  redo: "redo",
  reject: "reject",
  override: "override",
  release: "release",
  undo: "undo",
  retryReviewer: "retry_reviewer",
  cancelReviewer: "cancel_reviewer",
  requestReview: "request_review",
  changeMode: "change_mode",
  reopen: "reopen",
  cancel: "cancel",
  listTokens: "manage_tokens",
  createToken: "manage_tokens",
  revokeToken: "manage_tokens",
  createSessionCode: "begin_session",
  listSessions: "end_session",
  listKeys: "read_keys",
  readOpenAct: "add_key",
  readAct: "add_key",
  offerSignature: "add_key",
  addKey: "add_key",
  retireKey: "retire_key",
  readTrust: "read_keys",
  readTrustRequest: "read_keys",
  proposeTrust: "propose_trust",
  signTrust: "sign_trust",
  withdrawTrust: "propose_trust",
  endSession: "end_session",
  signOut: "end_session",
  beginAdministration: "begin_session",
  listPeople: "manage_tokens",
  invitePerson: "create_human_token",
  removePerson: "manage_tokens",
  readForge: "manage_tokens",
  addForgeRepository: "add_repository",
  linkForgeAccount: "create_human_token",
  unlinkForgeAccount: "manage_tokens",
  audit: "read_audit",
  listAuditEntries: "read_audit",
  exportAudit: "export_audit",
  acceptLoss: "accept_loss",
  rotateSealKey: "rotate_seal_key",
  replay: "read_audit",
  listRecurringFindings: "read",
  listPolicyGaps: "read",
  readFeedback: "read",
  removeRepository: "remove_repository",
  putOff: "snooze",
  takeUp: "snooze",
  showSprint: "read",
  startSprint: "run_sprint",
  pauseSprint: "run_sprint",
  resumeSprint: "run_sprint",
  addToSprint: "run_sprint",
  stopSprint: "run_sprint",
};

it("knows the roles that the engine knows", () => {
  expect(Role.options).toEqual(ROLES);
});

it("lets exactly those roles through that the engine lets do it", () => {
  const declared = Object.values(contract)
    .filter((route) => route["x-roles"] !== "public")
    .map((route) => [route.operationId, route["x-roles"]]);
  const expected = Object.entries(DEEDS).map(([name, deed]) => [name, ROLE_PERMISSIONS[deed]]);

  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  expect(streamRoute["x-roles"]).toEqual(ROLE_PERMISSIONS.read);
});
