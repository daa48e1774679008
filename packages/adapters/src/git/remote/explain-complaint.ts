import type { RemoteFailure } from "./remote-git-error.ts";

/** Phrases of git, curl and the TLS libraries, in the order in which they are tried. */
const PHRASES: readonly (readonly [RemoteFailure, RegExp])[] = [
  ["disk_full", /No space left on device|Disk quota exceeded/],
  ["too_large", /File too large|Out of memory|cannot allocate/i],
  ["not_https", /transport '[^']*' not allowed/],
  ["redirect", /returned error: 3\d\d|unable to update url base from redirection/],
  [
    "certificate",
    /SSL certificate|certificate (?:verif|subject|problem)|no alternative certificate/,
  ],
  ["unauthorised", /Authentication failed|could not read (?:Username|Password)|error: 40[13]\b/],
  ["no_repository", /repository '[^']*' not found|returned error: 404/],
  ["missing_ref", /couldn't find remote ref/],
  ["unreachable", /early EOF|unexpected disconnect|still expected/],
  ["bad_object", /fsck error|corrupt|inflate|bad (?:object|pack)|missing (?:blob|tree|commit)/],
  ["bad_object", /did not send all necessary objects|unresolved deltas?|signature mismatch/],
  ["unreachable", /hung up|transfer closed|too slow|recv error/],
  ["unreachable", /Could not resolve|Failed to connect|Couldn't connect|Connection|Recv failure/],
  ["unreachable", /returned error: (?:429|5\d\d)|RPC failed|unable to access|curl \d+/],
];

/** Lines that the server wrote, and the repository's address, which may contain any of the phrases. */
const FOREIGN = /^remote:.*$|'https:[^']*'/gm;

/** Maps git's error output to the reason of the failure. */
export function explainComplaint(complaint: string): RemoteFailure {
  const text = complaint.replaceAll(FOREIGN, "''");
  return PHRASES.find(([, phrase]) => phrase.test(text))?.[0] ?? "failed";
}
