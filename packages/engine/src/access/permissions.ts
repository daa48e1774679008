import { type Command, CountersignError, ROLES, type Role } from "@countersign/core";
import { actorForRole, type Principal } from "./principal.ts";

/** All actions that a credential can be used for. */
export type Permission =
  | Exclude<Command["type"], EngineCommand>
  | "read"
  | "manage_tokens"
  | "create_human_token"
  | "begin_session"
  | "end_session"
  | "add_repository"
  | "remove_repository"
  | "release_repository"
  | "connect_reviewer"
  | "snooze"
  | "keep_reading"
  | "run_sprint"
  | "read_audit"
  | "export_audit"
  | "accept_loss"
  | "rotate_seal_key"
  | "read_keys"
  | "add_key"
  | "retire_key"
  | "propose_trust"
  | "sign_trust";

/** Commands that only the engine itself executes. */
export type EngineCommand =
  | "plan_round"
  | "plan_checkup"
  | "lease_expired"
  | "policy_changed"
  | "reseat"
  | "follow_base"
  | "target_moved"
  | "merge_started"
  | "merged"
  | "work_updated"
  | "work_moved"
  | "review_again"
  | "merge_failed"
  | "closed_elsewhere"
  | "deadline"
  | "close_grace"
  | "debt_filed"
  | "no_result";

const EVERYBODY = ROLES;
const PERSON: readonly Role[] = ["human"];
const WORKER: readonly Role[] = ["author", "human"];

/** Which roles may perform which action. The core then decides whether the task allows it. */
export const ROLE_PERMISSIONS: Readonly<Record<Permission, readonly Role[]>> = {
  read: EVERYBODY,
  create: ["author", "planner", "human"],
  claim: WORKER,
  submit: WORKER,
  record_verdict: ["reviewer", "human"],
  approve: PERSON,
  redo: PERSON,
  reject: PERSON,
  override: PERSON,
  release: PERSON,
  undo: PERSON,
  reopen: PERSON,
  dispose: WORKER,
  retry_reviewer: PERSON,
  cancel_reviewer: PERSON,
  request_review: WORKER,
  change_mode: ["author", "planner", "human"],
  cancel: ["planner", "human"],
  report_event: ["author", "reviewer", "planner", "human"],
  manage_tokens: ["admin"],
  create_human_token: ["admin"],
  begin_session: PERSON,
  end_session: ["human", "admin"],
  add_repository: ["admin"],
  remove_repository: ["admin"],
  release_repository: PERSON,
  connect_reviewer: ["reviewer"],
  snooze: PERSON,
  keep_reading: PERSON,
  run_sprint: PERSON,
  read_audit: ["viewer", "human", "admin"],
  export_audit: ["human", "admin"],
  accept_loss: PERSON,
  rotate_seal_key: ["admin"],
  read_keys: ["viewer", "human", "admin"],
  add_key: ["human", "admin"],
  retire_key: ["human", "admin"],
  propose_trust: PERSON,
  sign_trust: PERSON,
};

/**
 * Which actions can let a change pass, or create a person who can. Unless `trust.humanPresence` is
 * "terminal", each of these requires a person's signature.
 *
 * A new action does not compile until it is classified here.
 */
const LETS_THROUGH: Readonly<Record<Permission, boolean>> = {
  read: false,
  create: false,
  claim: false,
  submit: false,
  record_verdict: true,
  approve: true,
  redo: false,
  reject: false,
  override: true,
  release: true,
  undo: true,
  reopen: true,
  dispose: true,
  // Asks a machine that has not answered. Its answer counts as usual.
  retry_reviewer: false,
  cancel_reviewer: true,
  // Adds a reviewer. No existing requirement is removed.
  request_review: false,
  change_mode: true,
  cancel: false,
  report_event: false,
  // Agents' credentials, and revoking any credential.
  manage_tokens: false,
  create_human_token: true,
  // A session has the name, role and end of the credential that begins it, so it adds no decision.
  begin_session: false,
  end_session: false,
  // Adds a repository to review. It lets no work of a registered repository pass.
  add_repository: false,
  remove_repository: true,
  release_repository: true,
  // Registers a reviewer as present. Its answers count as usual.
  connect_reviewer: false,
  snooze: false,
  // Stores drafts and read marks of the caller, which decide nothing.
  keep_reading: false,
  // Says which tasks are worked on and when, never what is approved.
  run_sprint: false,
  read_audit: false,
  export_audit: false,
  accept_loss: true,
  rotate_seal_key: true,
  read_keys: false,
  // A key signs for a person. Only a first key is added without the signature of another one.
  add_key: true,
  retire_key: true,
  // Nothing changes until people have signed it.
  propose_trust: false,
  sign_trust: true,
};

/** Returns true for an action that can let a change pass, and for an unclassified one. */
export function canLetChangePass(deed: Permission): boolean {
  return LETS_THROUGH[deed] !== false;
}

/**
 * Refuses actions and tasks outside the credential's scope, and an actor whose kind does not match its role:
 * an agent cannot use a person's role, or the reverse.
 */
export function requirePermission(by: Principal, deed: Permission, task?: string): void {
  const { kind } = actorForRole(by.actor.id, by.role);
  if (by.actor.kind !== kind)
    throw new CountersignError(
      "forbidden",
      `A ${by.role} credential cannot be used by an actor of kind ${by.actor.kind}.`,
    );
  if (!ROLE_PERMISSIONS[deed].includes(by.role))
    throw new CountersignError("forbidden", `A ${by.role} credential may not ${words(deed)}.`);
  if (by.task !== null && task !== by.task)
    throw new CountersignError("forbidden", `This credential is only valid for ${by.task}.`);
}

function words(deed: Permission): string {
  return deed.replaceAll("_", " ");
}
