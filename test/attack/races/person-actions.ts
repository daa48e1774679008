import { type Permission, ROLE_PERMISSIONS } from "@countersign/engine";

/** Why what a person can do decides on no content. A new permission must be added here or raced. */
export const DECIDES_ON_NO_CONTENT = {
  read: "changes nothing",
  keep_reading: "keeps what the person wrote and read, for that person only",
  create: "a new task has no content",
  claim: "the person works on the task",
  submit: "the person brings the content",
  record_verdict: "names round and tree; for any other it is evidence and counts for nothing",
  report_event: "tells what happens; at most it has unfinished work looked at",
  request_review: "adds a reviewer to the round; nothing gets through by it",
  add_repository: "registers a path",
  remove_repository: "refused while the repository has a task",
  run_sprint: "decides when work is done, never whether it passes",
  read_audit: "changes nothing",
  export_audit: "changes nothing",
  manage_tokens: "no person's role may",
  create_human_token: "no person's role may; a credential has no content",
  begin_session: "a session decides nothing by itself",
  end_session: "ends a credential of the person",
  rotate_seal_key: "no person's role may",
  read_keys: "changes nothing",
  add_key: "a key has no content",
  retire_key: "a key has no content",
  propose_trust: "changes nothing until people have signed it",
  sign_trust: "the act names the exact trust file",
  connect_reviewer: "no person's role may; it says that a reviewer is there",
} as const satisfies Partial<Record<Permission, string>>;

/** Actions of a person on something other than a round of a task: a tip, the seals, the last log entry. */
const ON_SOMETHING_ELSE = ["release_repository", "accept_loss", "snooze"] as const;

export type PersonAction = Exclude<Permission, keyof typeof DECIDES_ON_NO_CONTENT>;
export type ContentAction = Exclude<PersonAction, (typeof ON_SOMETHING_ELSE)[number]>;

function isPersonAction(deed: string): deed is PersonAction {
  return !Object.hasOwn(DECIDES_ON_NO_CONTENT, deed);
}

/** Every action of a person that decides on something that was shown. */
export const PERSON_ACTIONS: readonly PersonAction[] =
  Object.keys(ROLE_PERMISSIONS).filter(isPersonAction);

/** Those that decide on the round of a task. */
export const CONTENT_ACTIONS: readonly ContentAction[] = PERSON_ACTIONS.filter(
  (action): action is ContentAction => !ON_SOMETHING_ELSE.some((other) => other === action),
);
