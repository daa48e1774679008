/** Keeps the end of a stream; what came before is only counted. */
export type OutputTail = {
  add(chunk: Uint8Array): void;
  bytes(): Uint8Array;
  droppedBytes(): number;
};

export function createOutputTail(maxBytes: number): OutputTail {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let dropped = 0;

  function cut(): void {
    const kept = Buffer.concat(chunks).subarray(Math.max(0, held - maxBytes));
    dropped += held - kept.length;
    held = kept.length;
    chunks = [Buffer.from(kept)];
  }

  return {
    add(chunk) {
      chunks.push(chunk);
      held += chunk.length;
      // Cutting at twice the size copies each byte once on average.
      if (held > 2 * maxBytes) cut();
    },
    bytes() {
      cut();
      return chunks[0] ?? new Uint8Array();
    },
    droppedBytes() {
      cut();
      return dropped;
    },
  };
}
