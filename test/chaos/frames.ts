const HEADER = 4;
const QUERY = "Q".charCodeAt(0);
const COMMIT = /^commit\b/i;

/**
 * Cuts what a client of Postgres sends into its messages and hands each on whole.
 *
 * The first message has no type: it is a length and what follows. All others begin with one byte.
 */
export function createFrameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  let typed = 0;
  return (chunk) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    for (;;) {
      if (kept.length < typed + HEADER) return;
      const length = typed + kept.readUInt32BE(typed);
      if (kept.length < length) return;
      onFrame(kept.subarray(0, length));
      kept = kept.subarray(length);
      typed = 1;
    }
  };
}

/** Whether a message ends a transaction for good. */
export function isCommit(frame: Buffer): boolean {
  return frame[0] === QUERY && COMMIT.test(frame.toString("latin1", 1 + HEADER, 1 + HEADER + 7));
}

const PARSE = "P".charCodeAt(0);
const BIND = "B".charCodeAt(0);
const WRITES = /\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\S+\s+set\b/i;

/** Says of each message of one connection whether it writes; prepared statements are known by name. */
export function createWriteWatch(): (frame: Buffer) => boolean {
  const writing = new Set<string>();
  return (frame) => {
    const [first = "", second = ""] = frame.toString("latin1", 1 + HEADER).split("\0");
    if (frame[0] === QUERY) return WRITES.test(first);
    if (frame[0] === PARSE && WRITES.test(second)) writing.add(first);
    else if (frame[0] === PARSE) writing.delete(first);
    return frame[0] === BIND && writing.has(second);
  };
}
