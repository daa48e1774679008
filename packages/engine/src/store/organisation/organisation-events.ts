import type { Role } from "@countersign/core";
import type { OwnerSettings } from "../../ports/owner-settings.ts";

/** An accepted commit of a target: the previous tip, and the policy in force there. */
type AcceptedCommit = {
  repo: string;
  previous: string | null;
  tip: string;
  policy: string | null;
  reason: string;
};

/**
 * Organisation changes that are recorded outside of tasks: whatever changes who decides, lets commits in
 * without a review, or relaxes later reviews. Each entry also records the credential used.
 */
export type OrganisationEvent =
  | {
      type: "log_begun";
      credentials: readonly { id: string; actor: string; role: string }[];
      repositories: readonly { repo: string; path: string; tip: string }[];
    }
  | {
      type: "credential_created";
      id: string;
      actor: string;
      role: Role;
      sponsor?: string | undefined;
      task?: string | undefined;
      expiresMs?: number | undefined;
      /** How the person signed in, for a session. */
      via?: string | undefined;
    }
  | { type: "credential_revoked"; id: string; actor: string; role: Role }
  | {
      type: "person_invited";
      id: string;
      actor: string;
      canAdminister: boolean;
      expiresMs: number;
    }
  /** An invited person signed in with this account, which from then on identifies them. */
  | { type: "sign_in_added"; id: string; actor: string; issuer: string; subject: string }
  | { type: "sign_in_removed"; id: string; actor: string }
  /** A person signs their decisions with this key from now on. */
  | {
      type: "key_added";
      actor: string;
      key: string;
      fingerprint: string;
      /** The origins of the pages that may use it, for a passkey. */
      origins?: readonly string[] | undefined;
    }
  | { type: "key_retired"; actor: string; fingerprint: string }
  /** A request about the trust file of a target. It changes nothing until enough people signed it. */
  | { type: "trust_proposed"; repo: string; request: string; kind: string }
  | { type: "trust_signed"; repo: string; request: string; fingerprint: string }
  | { type: "trust_withdrawn"; repo: string; request: string }
  /** The engine put a signed change of trust on the target. */
  | { type: "trust_changed"; repo: string; request: string; kind: string; commit: string }
  /** An administrator says whose account on a forge this is. Its reviews there count as that person's. */
  | { type: "account_linked"; host: string; account: number; login: string; actor: string }
  | { type: "account_unlinked"; host: string; account: number; actor: string }
  /** A registered repository is the clone of one on a forge. */
  | {
      type: "repository_linked";
      repo: string;
      host: string;
      installation: number;
      forgeId: number;
      name: string;
    }
  /** The linked repository has another name or belongs to another installation of our app. Its id is the same. */
  | { type: "repository_moved"; repo: string; host: string; installation: number; name: string }
  | { type: "repository_unlinked"; repo: string; host: string; name: string }
  | {
      type: "repository_registered";
      repo: string;
      path: string;
      target: string;
      tip: string;
      policy: string | null;
    }
  /** The directory was moved on disk. `previous` is the old path. */
  | { type: "repository_moved"; repo: string; path: string; previous: string }
  | { type: "repository_removed"; repo: string; path: string; tip: string }
  /** An owner accepted commits that countersign did not merge. */
  | ({ type: "repository_released" } & AcceptedCommit)
  | ({ type: "first_policy_confirmed" } & AcceptedCommit)
  /** The engine follows a target that has no usable policy, so nothing can be approved under it. */
  | ({ type: "target_followed" } & AcceptedCommit)
  /** Commits of an owner that the policy accepts without a review. Countersign did not merge them. */
  | ({ type: "foreign_accepted" } & AcceptedCommit)
  | { type: "hold_raised"; repo: string; why: string; reason: string }
  | { type: "hold_released"; repo: string; why: string }
  /** The engine found owner settings that differ from the last recorded ones. */
  | { type: "engine_settings_changed"; settings: OwnerSettings; reason: string }
  | { type: "loss_accepted"; seal: number | null; reason: string }
  | { type: "seal_key_rotated"; key: string }
  /** The logs of a month's tasks were written to a file and removed from the database. */
  | { type: "month_archived"; month: string; tasks: number; entries: number; sha256: string }
  | { type: "month_restored"; month: string; sha256: string }
  /** A finding that is not raised again in other tasks of the repository. */
  | {
      type: "finding_dismissed";
      repo: string;
      task: string;
      finding: string;
      fingerprint: string;
      untilMs?: number | undefined;
      reason: string;
    }
  | {
      type: "dismissal_ended";
      repo: string;
      task: string;
      finding: string;
      fingerprint: string;
    }
  | { type: "sprint_started"; sprint: string; tasks: readonly string[] }
  | { type: "sprint_extended"; sprint: string; tasks: readonly string[] }
  | {
      type: "sprint_paused" | "sprint_resumed" | "sprint_stopped" | "sprint_ended";
      sprint: string;
      task?: string | undefined;
    };
