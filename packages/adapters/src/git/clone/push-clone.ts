import { join } from "node:path";
import { findGit } from "../program/git-settings.ts";
import { runGitAsAccount } from "../program/run-git.ts";
import { type RefOutcome, readPushStatus } from "../remote/push-status.ts";
import { EMPTY_REPOSITORIES } from "./borrowed-directory.ts";

export type ClonePush = {
  /** The clone's directory with its objects. Addresses that are relative paths begin in `root`. */
  clone: { common: string; root: string };
  /** The address of the other repository. */
  url: string;
  /** Objects of the clone by the names that they get there. All of them move, or none. */
  refs: ReadonlyMap<string, string>;
  env: Readonly<Record<string, string | undefined>>;
  git?: string | undefined;
  /** Only asks the server what it would do. */
  dryRun?: boolean | undefined;
};

/** `refs` is empty if git ended before the server answered. `complaint` is what git and the server said. */
export type ClonePushResult = { isDone: boolean; refs: readonly RefOutcome[]; complaint: string };

const TIMEOUT_MS = 10 * 60_000;

const PUSH = [
  "push",
  "--porcelain",
  "--atomic",
  "--no-progress",
  "--no-verify",
  "--no-signed",
  "--no-follow-tags",
  "--recurse-submodules=no",
] as const;

/** Settings of the account that would run programs or change what is pushed. */
const OVERRIDDEN = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "push.negotiate=false"];

/**
 * Pushes objects of a clone in one step, with the person's own access: the settings of their account, their ssh and
 * their credential helpers. Nothing that the repository's configuration or hooks name is run, because an agent can
 * write them: git runs in an empty repository that borrows the objects.
 */
export async function pushClone(push: ClonePush): Promise<ClonePushResult> {
  const { clone, url, refs, env, git, dryRun = false } = push;
  const [any = ""] = refs.values();
  const format = any.length === SHA256_DIGITS ? "sha256" : "sha1";
  const specs = [...refs].map(([ref, id]) => `${id}:${ref}`);
  const { code, output, complaint } = await runGitAsAccount({
    ...{ binary: findGit(git), directory: clone.root, timeoutMs: TIMEOUT_MS, config: OVERRIDDEN },
    gitDir: join(EMPTY_REPOSITORIES, format),
    args: [...PUSH, ...(dryRun ? ["--dry-run"] : []), "--", url, ...specs],
    env: accountEnvironment(env, join(clone.common, "objects")),
  });
  return { isDone: code === 0, refs: readPushStatus(output.toString("utf8")), complaint };
}

const SHA256_DIGITS = 64;

/** Variables of git that name how servers are reached, not which repository or settings are used. */
const ACCESS = new Set([
  "GIT_ASKPASS",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_SSL_CAINFO",
  "GIT_TERMINAL_PROMPT",
]);

function accountEnvironment(env: ClonePush["env"], objects: string): ClonePush["env"] {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") || ACCESS.has(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_OBJECT_DIRECTORY: objects,
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  };
}
