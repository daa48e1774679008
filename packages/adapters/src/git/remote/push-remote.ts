import type { ForgeMergeOutcome, ForgeProofs, ForgePush } from "@countersign/engine";
import { objectId } from "../paths/names.ts";
import type { GitSettings } from "../program/git-settings.ts";
import { type GitAnswer, runGit } from "../program/run-git.ts";
import { withIncoming } from "./clone-directory.ts";
import { explainComplaint } from "./explain-complaint.ts";
import { readPushOutcome } from "./push-result.ts";
import { RemoteGitError } from "./remote-git-error.ts";
import {
  checkProofRef,
  checkRemoteBranch,
  checkRemoteUrl,
  type RemoteRepository,
} from "./remote-repository.ts";
import { runRemote } from "./run-remote.ts";

export type RemotePush = {
  remote: RemoteRepository;
  /** The bare clone of ours that has the commit. */
  gitDir: string;
  push: ForgePush | null;
  /** Refs of proofs that move forward in the same step. */
  proofs: ForgeProofs;
};

/** A push writes no large file: git streams the pack. */
const MAX_FILE_BYTES = 1024 * 1024;

const PUSH = [
  "push",
  "--porcelain",
  "--no-progress",
  "--no-verify",
  "--no-signed",
  "--recurse-submodules=no",
] as const;

/**
 * Pushes one commit to a branch, if the server's branch is at the expected commit, and never backwards; or removes the
 * branch. With proofs, everything moves in one step or nothing.
 *
 * `unknown`: the server may have moved the branch. Failures before anything was sent are `RemoteGitError`.
 */
export async function pushRemote(
  settings: GitSettings,
  { remote, gitDir, push, proofs }: RemotePush,
): Promise<ForgeMergeOutcome> {
  const { href } = checkRemoteUrl(remote.url);
  const { commit, lease, specs } = push === null ? NO_BRANCH : readBranch(push);
  if (push?.expected != null && commit !== null)
    await requireForward(settings, gitDir, { from: push.expected, to: commit });
  const moved = [...proofs].map(([ref, id]) => `${objectId(id)}:${checkProofRef(ref)}`);
  const atomic = proofs.size === 0 ? [] : ["--atomic"];
  return await withIncoming(settings, gitDir, async (incoming) => {
    const args = [...PUSH, ...atomic, ...lease, "--", href, ...specs, ...moved] as const;
    const call = { remote, gitDir, incoming, args, maxFileBytes: MAX_FILE_BYTES };
    const answer = await runRemote(settings, call).catch(explainKill);
    if ("outcome" in answer) return answer;
    return (
      readPushOutcome(answer.output.toString("utf8"), answer.complaint, commit) ?? explain(answer)
    );
  });
}

type BranchPush = { commit: string | null; lease: readonly string[]; specs: readonly string[] };

const NO_BRANCH: BranchPush = { commit: null, lease: [], specs: [] };

function readBranch(push: ForgePush): BranchPush {
  const ref = checkRemoteBranch(push.ref);
  const commit = push.commit === null ? null : objectId(push.commit);
  const expected = push.expected === null ? "" : objectId(push.expected);
  const lease = [`--force-with-lease=${ref}:${expected}`];
  return { commit, lease, specs: [`${commit ?? ""}:${ref}`] };
}

async function requireForward(
  settings: GitSettings,
  gitDir: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const args = ["merge-base", "--is-ancestor", from, to] as const;
  const { code } = await runGit(settings, { gitDir, args, answers: [0, 1, 128] });
  if (code !== 0) throw new RemoteGitError("not_forward");
}

/** Git says `unable to access` while it lists the server's refs, before it sends anything. */
const NOT_SENT = /unable to access|Authentication failed|could not read|not found|not allowed/;

function explain({ complaint }: GitAnswer): ForgeMergeOutcome {
  if (NOT_SENT.test(complaint))
    throw new RemoteGitError(explainComplaint(complaint), { cause: new Error(complaint) });
  return lost();
}

function explainKill(error: unknown): ForgeMergeOutcome {
  if (error instanceof RemoteGitError) return lost();
  throw error;
}

function lost(): ForgeMergeOutcome {
  return { outcome: "unknown", detail: "The connection ended before the server answered" };
}
