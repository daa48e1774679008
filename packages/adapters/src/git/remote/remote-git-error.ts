import { ForgeError } from "@countersign/engine";

/** Why a fetch or push failed, with whether a later try may succeed. */
const FAILURES = {
  not_https: ["refused", "The address of the remote repository must be a plain https address"],
  bad_ref: ["refused", "That is not the name of a branch or a pull request's head"],
  redirect: ["refused", "The server redirects to another address, which is not followed"],
  certificate: ["refused", "The server's certificate is not trusted"],
  unauthorised: ["refused", "The server refused the credential"],
  no_repository: [
    "refused",
    "The server has no such repository, or the credential may not read it",
  ],
  missing_ref: ["refused", "The remote repository has no such branch or pull request"],
  too_large: ["refused", "The fetched objects are larger than the limit"],
  bad_object: ["refused", "The server sent objects that git refuses"],
  not_forward: ["refused", "A branch may only be moved to a commit that contains its present one"],
  timed_out: ["retry", "The server took too long"],
  unreachable: ["retry", "The connection to the server failed"],
  disk_full: ["retry", "The disk is full"],
  failed: ["retry", "Git failed"],
} as const satisfies Record<string, readonly [ForgeError["kind"], string]>;

export type RemoteFailure = keyof typeof FAILURES;

/** A failed fetch or push. `cause` holds git's own words, which quote untrusted names. */
export class RemoteGitError extends ForgeError {
  readonly reason: RemoteFailure;

  constructor(reason: RemoteFailure, options: { detail?: string; cause?: unknown } = {}) {
    const [kind, message] = FAILURES[reason];
    super(kind, options.detail === undefined ? message : `${message}: ${options.detail}`);
    this.reason = reason;
    this.cause = options.cause;
  }
}
