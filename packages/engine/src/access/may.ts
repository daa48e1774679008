import { type Command, CountersignError } from "@countersign/core";
import type { Principal, Role } from "./principal.ts";

/** Everything that a credential can be used for. */
export type Deed =
  | Exclude<Command["type"], EngineOnly>
  | "read"
  | "manage_tokens"
  | "add_repository"
  | "remove_repository"
  | "release_repository"
  | "put_off"
  | "run_sprint"
  | "read_audit"
  | "export_audit"
  | "accept_loss"
  | "rotate_seal_key";

/** What the engine alone says, to itself. */
type EngineOnly =
  | "plan_round"
  | "plan_checkup"
  | "lease_expired"
  | "policy_changed"
  | "target_moved"
  | "merge_started"
  | "merged"
  | "merge_failed"
  | "closed_elsewhere"
  | "deadline"
  | "close_grace"
  | "no_result";

const EVERYBODY: readonly Role[] = ["viewer", "author", "reviewer", "planner", "human", "admin"];
const PERSON: readonly Role[] = ["human"];
const WORKER: readonly Role[] = ["author", "human"];

/** Which roles may do what. Whether the task allows it now is asked afterwards, by the core. */
export const MAY: Readonly<Record<Deed, readonly Role[]>> = {
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
  change_mode: ["author", "planner", "human"],
  cancel: ["planner", "human"],
  report_event: ["author", "reviewer", "planner", "human"],
  manage_tokens: ["admin"],
  add_repository: ["human", "admin"],
  remove_repository: ["human", "admin"],
  release_repository: PERSON,
  put_off: PERSON,
  run_sprint: PERSON,
  read_audit: ["viewer", "human", "admin"],
  export_audit: ["human", "admin"],
  accept_loss: PERSON,
  rotate_seal_key: ["admin"],
};

/** Refuses what the credential is not for, and every task but the one it was made for. */
export function requireMay(by: Principal, deed: Deed, task?: string): void {
  if (!MAY[deed].includes(by.role))
    throw new CountersignError(
      "forbidden",
      `A credential of the role ${by.role} may not ${words(deed)}.`,
    );
  if (by.task !== null && task !== by.task)
    throw new CountersignError("forbidden", `This credential is for ${by.task} alone.`);
}

function words(deed: Deed): string {
  return deed.replaceAll("_", " ");
}
