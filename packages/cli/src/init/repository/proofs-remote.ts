import { relative } from "node:path";
import { findPushRemote, PROOFS_REMOTE } from "@countersign/adapters";
import type { Workplace } from "../../workplace/find-workplace.ts";
import type { Block } from "../edits/edit.ts";
import { createFileAddition, type FileAddition } from "../edits/file-addition.ts";

/** A section of git's configuration that names the remote. */
const SECTION = new RegExp(`^\\s*\\[\\s*remote\\s+"${PROOFS_REMOTE}"\\s*\\]`, "im");

type ProofsRemoteOptions = {
  target: string;
  /** Where other repositories keep proofs. */
  refs: string;
  git: string | undefined;
};

/**
 * Lets `git fetch countersign` fetch proofs. No update is forced. It is a remote of its own: on the remote that people
 * pull from, proofs that are not pushed yet would make `git pull` fail, and `fetch.prune` would delete them.
 */
export async function proofsRemote(
  { common, root }: Workplace,
  { target, refs, git }: ProofsRemoteOptions,
): Promise<FileAddition[]> {
  const remote = await findPushRemote({ common }, { branch: target, git });
  if (remote === null || !/^[^\p{Cc}]+$/u.test(remote.fetchUrl)) return [];
  const shown = relative(root, common);
  const prefix = shown.startsWith("..") ? `${common}/` : `${shown}/`;
  const block = blockOf(remote.fetchUrl, refs);
  const addition = createFileAddition({ folder: common, prefix }, "config", {
    says: `git fetch ${PROOFS_REMOTE} fetches proofs`,
    edit: { kind: "block", block },
    clash: (text) => (SECTION.test(text) ? `has a remote ${PROOFS_REMOTE} already` : null),
    // Git writes to it at any time, and addresses may contain secrets.
    isLive: true,
  });
  return [addition];
}

function blockOf(url: string, refs: string): Block {
  return {
    begin: "# countersign: begin",
    end: "# countersign: end",
    lines: [
      `[remote "${PROOFS_REMOTE}"]`,
      `\turl = "${url.replaceAll(/["\\]/g, "\\$&")}"`,
      `\tfetch = ${refs}/*:refs/countersign/*`,
      "\tprune = false",
      "\ttagOpt = --no-tags",
      "\tskipFetchAll = true",
    ],
    place: "end",
    first: null,
  };
}
