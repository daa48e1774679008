/** Keeps the beginning and the end of a stream, and counts the bytes between. */
export type OutputTail = {
  add(chunk: Uint8Array): void;
  /** Returns the kept bytes, with a mark for the missing ones. */
  bytes(): Uint8Array;
  droppedBytes(): number;
};

/** The beginning gets one part in four. It shows causes, and most output ends with its errors. */
const HEAD_PART = 4;

export function createOutputTail(maxBytes: number): OutputTail {
  const headRoom = Math.floor(maxBytes / HEAD_PART);
  const tailRoom = maxBytes - headRoom;
  let head: Uint8Array = new Uint8Array();
  let chunks: Uint8Array[] = [];
  let held = 0;
  let dropped = 0;

  function cut(): Uint8Array {
    const kept = Buffer.concat(chunks).subarray(Math.max(0, held - tailRoom));
    dropped += held - kept.length;
    held = kept.length;
    chunks = [Buffer.from(kept)];
    return kept;
  }

  return {
    add(chunk) {
      const taken = chunk.subarray(0, headRoom - head.length);
      if (taken.length > 0) head = Buffer.concat([head, taken]);
      const rest = chunk.subarray(taken.length);
      if (rest.length > 0) chunks.push(rest);
      held += rest.length;
      // Cutting at twice the size copies each byte once on average.
      if (held > 2 * tailRoom) cut();
    },
    bytes() {
      const tail = cut();
      if (dropped === 0) return Buffer.concat([head, tail]);
      if (head.length === 0) return tail;
      return Buffer.concat([head, Buffer.from(`\n[… ${dropped} bytes left out …]\n`), tail]);
    },
    droppedBytes() {
      cut();
      return dropped;
    },
  };
}
