import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ForgeMergeOutcome, ForgeProofs, ForgePush } from "@countersign/engine";
import { findGit } from "../program/git-settings.ts";
import type { RefValues } from "./clone-refs.ts";
import { dropRefs } from "./drop-refs.ts";
import { type FetchLimits, fetchRemote } from "./fetch-remote.ts";
import { pushRemote } from "./push-remote.ts";
import type { RemoteRepository } from "./remote-repository.ts";

export type GitTransportOptions = {
  /** An absolute path that only this process writes to. Agents must not reach it. */
  dataDirectory: string;
  /** Git's absolute path. Default: found in the usual places. */
  git?: string | undefined;
  /** Maximum duration of one fetch or push, in milliseconds. Default 10 minutes. */
  timeoutMs?: number | undefined;
  limits?: Partial<FetchLimits> | undefined;
};

/** Git over https, between servers and bare clones of ours. Failures are `RemoteGitError`. */
export type GitTransport = {
  /** Fetches refs by their full names into the clone, which it creates, and returns their commits. */
  fetch(remote: RemoteRepository, gitDir: string, refs: readonly string[]): Promise<RefValues>;
  /** Removes the refs below a prefix from the clone, except for those to keep. Asks no server. */
  drop(gitDir: string, prefix: string, kept: readonly string[]): Promise<void>;
  /** Pushes one commit of the clone to a branch with a compare-and-swap, or proofs alone, or both in one step. */
  push(
    remote: RemoteRepository,
    gitDir: string,
    push: ForgePush | null,
    proofs?: ForgeProofs,
  ): Promise<ForgeMergeOutcome>;
};

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

const MIB = 1024 * 1024;
const DEFAULT_LIMITS: FetchLimits = {
  packBytes: 2_048 * MIB,
  objectBytes: 128 * MIB,
  cloneBytes: 8_192 * MIB,
  packs: 50,
};

export function createGitTransport(options: GitTransportOptions): GitTransport {
  if (!isAbsolute(options.dataDirectory)) throw new Error("The data directory must be absolute");
  const home = join(options.dataDirectory, "empty-home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const settings = {
    binary: findGit(options.git),
    home,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  return {
    fetch: (remote, gitDir, refs) => fetchRemote(settings, { remote, gitDir, refs, limits }),
    drop: (gitDir, prefix, kept) => dropRefs(settings, { gitDir, prefix, kept }),
    push: (remote, gitDir, push, proofs = new Map()) =>
      pushRemote(settings, { remote, gitDir, push, proofs }),
  };
}
