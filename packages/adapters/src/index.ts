/** The public surface of the adapters: one factory per external system. */

// acp
export { type AcpOptions, createAcpReviewerRunner } from "./acp/create-acp-reviewer-runner.ts";
// claude, codex, gemini, opencode
export type { AgentOptions } from "./agent/prepare-agent.ts";
export { findConfirmed, type ProgramPin, pinProgram } from "./agent/program-pins.ts";
// check
export { createReportReader } from "./check/create-report-reader.ts";
export { createClaudeReviewerRunner } from "./claude/create-claude-reviewer-runner.ts";
export { createCodexReviewerRunner } from "./codex/create-codex-reviewer-runner.ts";
export {
  createReviewerRunners,
  isSignedIn,
  type LoginAgent,
  type ReviewerRunnersOptions,
} from "./create-reviewer-runners.ts";
export {
  type FollowedRunners,
  type FollowOptions,
  followReviewerAccess,
} from "./follow-reviewer-access.ts";
// gateway
export { openPackageProxy, type ProxyOptions } from "./gateway/open-package-proxy.ts";
export { createGeminiReviewerRunner } from "./gemini/create-gemini-reviewer-runner.ts";
// git
export type { ObjectPlaces } from "./git/clone/borrowed-directory.ts";
export { findPushRemote, PROOFS_REMOTE, type PushRemote } from "./git/clone/find-push-remote.ts";
export { type Clone, type CloneOptions, openClone } from "./git/clone/open-clone.ts";
export { type ClonePush, type ClonePushResult, pushClone } from "./git/clone/push-clone.ts";
export type { FolderTexts } from "./git/clone/read-folder-texts.ts";
export { createGitMirror, type GitMirrorOptions } from "./git/create-git-mirror.ts";
export { AlteredObject } from "./git/objects/read-objects.ts";
export { createRepository, type NewBranch } from "./git/program/create-repository.ts";
export { gitVersion } from "./git/program/git-version.ts";
export { type LocatedRepository, locateRepository } from "./git/refs/locate-repository.ts";
export {
  createGitTransport,
  type GitTransport,
  type GitTransportOptions,
} from "./git/remote/create-git-transport.ts";
export { RemoteGitError } from "./git/remote/remote-git-error.ts";
export type { RemoteRepository } from "./git/remote/remote-repository.ts";
export { readBranchTree } from "./git/worktree/read-branch-tree.ts";
export { type ReadWorkOptions, readCommitTree, readWork } from "./git/worktree/read-work.ts";
export { type WorktreeSnapshot, withWorktreeSnapshot } from "./git/worktree/worktree-snapshot.ts";
export type { GithubCredentials, GithubServer } from "./github/client/github-server.ts";
// github
export { createGithubForge, type GithubForgeOptions } from "./github/create-github-forge.ts";
export {
  type CreatedGithubApp,
  convertGithubManifest,
  type GithubApp,
  readGithubApp,
} from "./github/github-app.ts";
// notify
export {
  createNotifier,
  type NotifierOptions,
  type OwnerNotifications,
} from "./notify/create-notifier.ts";
export { probeWebhook } from "./notify/probe-webhook.ts";
export { createOpencodeReviewerRunner } from "./opencode/create-opencode-reviewer-runner.ts";
// process
export { closeInheritedDescriptors } from "./process/contain/close-descriptors.ts";
export {
  createSandboxedProcessRunner,
  type ProcessRunnerOptions,
} from "./process/create-sandboxed-process-runner.ts";
export { readReviewerAccess } from "./read-reviewer-access.ts";
// sign
export { createMoveSigner } from "./sign/create-move-signer.ts";
export { createSignatureReader } from "./sign/create-signature-reader.ts";
export { signWithSshKeygen } from "./sign/sign-with-ssh-keygen.ts";
export { unarmorSshsig } from "./sign/unarmor-sshsig.ts";
export { verifyEd25519 } from "./sign/verify-ed25519.ts";
export {
  type DeviceSignature,
  type SshsigReading,
  verifySshsig,
  verifySshsigAside,
} from "./sign/verify-sshsig.ts";
// witness
export { createWitnessClient } from "./witness/create-witness-client.ts";
