import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { GitCall } from "../program/git-call.ts";
import type { GitSettings } from "../program/git-settings.ts";
import { type GitAnswer, runGit } from "../program/run-git.ts";
import { RemoteGitError } from "./remote-git-error.ts";
import {
  checkRemoteUrl,
  credentialText,
  hideToken,
  type RemoteRepository,
  remoteConfig,
} from "./remote-repository.ts";

/** A command that connects to a server. */
export type RemoteCall = {
  remote: RemoteRepository;
  /** The clone whose objects the command may read. */
  gitDir: string;
  /** A fresh repository of ours in which it runs. */
  incoming: string;
  args: GitCall["args"];
  maxFileBytes: number;
};

/** Runs git with access to one server over https. The credential goes through a pipe, and no answer contains it. */
export async function runRemote(settings: GitSettings, call: RemoteCall): Promise<GitAnswer> {
  const { remote, gitDir, incoming, args, maxFileBytes } = call;
  const caFile = remote.ca === undefined ? null : join(incoming, "ca.pem");
  if (caFile !== null) await writeFile(caFile, remote.ca ?? "");
  const answer = await runGit(settings, {
    gitDir: incoming,
    args,
    variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(gitDir, "objects")) },
    answers: [0, 1, 128],
    network: {
      config: remoteConfig(checkRemoteUrl(remote.url), caFile),
      credential: credentialText(remote.token),
      maxFileBytes,
    },
  }).catch((cause: unknown) => {
    const isLate = cause instanceof CountersignError && cause.code === "timed_out";
    throw new RemoteGitError(isLate ? "timed_out" : "failed", { cause });
  });
  const { code, output, complaint } = answer;
  const hide = (text: string) => hideToken(text, remote.token);
  return { code, output: Buffer.from(hide(output.toString("utf8"))), complaint: hide(complaint) };
}
