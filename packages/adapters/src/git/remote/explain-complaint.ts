import type { RemoteFailure } from "./remote-git-error.ts";

/** Phrases of git, curl and the TLS libraries, in the order in which they are tried. */
const PHRASES: readonly (readonly [RemoteFailure, RegExp])[] = [
  ["disk_full", /No space left on device|Disk quota exceeded/],
  ["too_large", /died of signal 25|File too large|Out of memory|out of memory|cannot allocate/i],
  ["not_https", /transport '[^']*' not allowed/],
  ["redirect", /returned error: 3\d\d|unable to update url base from redirection/],
  [
    "certificate",
    /SSL certificate|certificate (?:verif|subject|problem)|unable to get local issuer/i,
  ],
  ["unauthorised", /Authentication failed|could not read (?:Username|Password)|error: 40[13]\b/],
  ["no_repository", /repository '[^']*' not found|returned error: 404/],
  ["missing_ref", /couldn't find remote ref/],
  ["unreachable", /early EOF|hung up|returned error: (?:429|5\d\d)|transfer closed|too slow/],
  ["unreachable", /Could not resolve|Failed to connect|Couldn't connect|Connection|Recv failure/],
  ["bad_object", /fsck error|index-pack failed|invalid index-pack|bad (?:object|pack)|corrupt/],
  ["bad_object", /did not send all necessary objects|missing (?:blob|tree|commit)|inflate/],
  ["unreachable", /RPC failed|unable to access|unexpected disconnect|curl \d+/],
];

/** Maps git's error output to the reason of the failure. */
export function explainComplaint(complaint: string): RemoteFailure {
  return PHRASES.find(([, phrase]) => phrase.test(complaint))?.[0] ?? "failed";
}
