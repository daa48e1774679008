import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createKeyedMutex } from "@countersign/engine";
import { boundary } from "../program/boundary.ts";
import type { GitSettings } from "../program/git-settings.ts";
import type { GitAnswer } from "../program/run-git.ts";
import { acceptObjects } from "./accept-objects.ts";
import { cloneBytes, ensureClone, maintainClone, withIncoming } from "./clone-directory.ts";
import { type RefValues, readRefValues, updateRefs } from "./clone-refs.ts";
import { explainComplaint } from "./explain-complaint.ts";
import { RemoteGitError } from "./remote-git-error.ts";
import { checkRemoteRef, checkRemoteUrl, type RemoteRepository } from "./remote-repository.ts";
import { runRemote } from "./run-remote.ts";

/** Maximum sizes in bytes, and a number. */
export type FetchLimits = {
  /** What one fetch may bring, as packed. */
  packBytes: number;
  /** One file, unpacked. */
  objectBytes: number;
  /** The whole clone. */
  cloneBytes: number;
  /** The packs of the clone, which are then joined. */
  packs: number;
};

export type RemoteFetch = {
  remote: RemoteRepository;
  /** The bare clone of ours. Created if it is missing. */
  gitDir: string;
  /** Full names: `refs/heads/main`, `refs/pull/7/head`. The clone gets the same names. */
  refs: readonly string[];
  limits: FetchLimits;
};

const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-write-fetch-head",
  "--no-show-forced-updates",
  "--",
] as const;

const TRIES = 3;

/** Serializes the fetches of this process into one clone, so that an older answer never replaces a newer one. */
const withClone = createKeyedMutex();

/** Fetches refs over https into a bare clone of ours and returns their commits. */
export async function fetchRemote(settings: GitSettings, fetch: RemoteFetch): Promise<RefValues> {
  checkRemoteUrl(fetch.remote.url);
  for (const ref of fetch.refs) checkRemoteRef(ref);
  if (fetch.refs.length === 0) return new Map();
  return await withClone(fetch.gitDir, async () => {
    await ensureClone(settings, fetch.gitDir);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const fetched = await fetchOnce(settings, fetch);
      if (fetched === null) continue;
      // The fetch has succeeded, whatever comes of this; the next one tries again.
      await maintainClone(settings, fetch.gitDir, fetch.limits.packs).catch(() => {});
      return fetched;
    }
    throw new RemoteGitError("failed", { detail: "another process fetches into the same clone" });
  });
}

/** Returns null if the clone's refs changed meanwhile. */
async function fetchOnce(settings: GitSettings, fetch: RemoteFetch): Promise<RefValues | null> {
  const { gitDir, limits, refs } = fetch;
  return await withIncoming(settings, gitDir, async (incoming) => {
    const before = await readRefValues(settings, gitDir);
    await writeFile(join(incoming, "packed-refs"), knownRefs(before));
    await download(settings, fetch, incoming);
    boundary("remote.fetched");
    const received = await readRefValues(settings, incoming);
    const fetched = new Map(refs.map((ref) => [ref, received.get(ref) ?? missing(ref)]));
    await acceptObjects(settings, { incoming, gitDir }, limits.objectBytes);
    boundary("remote.accepted");
    return (await updateRefs(settings, gitDir, { before, fetched })) ? fetched : null;
  });
}

/** Names the clone's commits for the negotiation, apart from the refs to fetch. */
function knownRefs(refs: RefValues): string {
  const commits = [...new Set(refs.values())];
  return commits.map((commit, at) => `${commit} refs/known/${at}\n`).join("");
}

function missing(ref: string): never {
  throw new RemoteGitError("missing_ref", { detail: ref });
}

async function download(
  settings: GitSettings,
  { remote, gitDir, refs, limits }: RemoteFetch,
  incoming: string,
): Promise<void> {
  const room = limits.cloneBytes - (await cloneBytes(gitDir));
  const maxFileBytes = Math.min(limits.packBytes, room);
  if (maxFileBytes <= 0) throw new RemoteGitError("too_large", { detail: "the clone is full" });
  const answer = await runRemote(settings, {
    remote,
    gitDir,
    incoming,
    args: [...FETCH, remote.url, ...refs.map((ref) => `+${ref}:${ref}`)],
    maxFileBytes,
  });
  if (answer.code !== 0) throw explain(answer, refs);
}

function explain({ complaint }: GitAnswer, refs: readonly string[]): RemoteGitError {
  const reason = explainComplaint(complaint);
  const ref = reason === "missing_ref" ? refs.find((one) => complaint.includes(one)) : undefined;
  return new RemoteGitError(reason, {
    cause: new Error(complaint),
    ...(ref === undefined ? {} : { detail: ref }),
  });
}
