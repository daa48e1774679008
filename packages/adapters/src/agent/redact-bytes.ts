/** Removes a secret from a stream of bytes, even if it spans two chunks. */
export type ByteRedactor = {
  next(chunk: Uint8Array): Buffer;
  /** Returns the bytes that were held back because the secret could begin in them. */
  rest(): Buffer;
};

const INSTEAD = Buffer.from("[redacted]");

/** Minimum length of a secret. Shorter texts occur everywhere. */
const SHORTEST = 8;

export function createByteRedactor(secret: string): ByteRedactor {
  const wanted = Buffer.from(secret);
  let held: Buffer = Buffer.alloc(0);
  return {
    next(chunk) {
      if (wanted.length < SHORTEST) return Buffer.from(chunk);
      const clean = replaceAll(Buffer.concat([held, chunk]), wanted);
      const keep = beginningAtEnd(clean, wanted);
      held = clean.subarray(clean.length - keep);
      return clean.subarray(0, clean.length - keep);
    },
    rest() {
      return held;
    },
  };
}

function replaceAll(bytes: Buffer, wanted: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, from)) {
    pieces.push(bytes.subarray(from, at), INSTEAD);
    from = at + wanted.length;
  }
  return from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]);
}

/** Returns how many bytes at the end could be the beginning of the secret. */
function beginningAtEnd(bytes: Buffer, wanted: Buffer): number {
  for (let length = Math.min(wanted.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(wanted.subarray(0, length))) return length;
  }
  return 0;
}
