/** Thrown for bytes that are not exactly what the format allows. */
export class MalformedSignature extends Error {}

/** Reads the fields of SSH's wire format from front to back, without copying. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new MalformedSignature("ends too early");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  string(): Buffer {
    return this.take(this.uint32());
  }

  /** Reads a string of printable ASCII characters. */
  text(): string {
    const text = this.string().toString("latin1");
    if (!/^[ -~]*$/.test(text)) throw new MalformedSignature("a text has other than ASCII letters");
    return text;
  }

  /** Reads a positive number in its only form: no sign, no needless zero in front. */
  positive(): Buffer {
    const bytes = this.string();
    const [first = 0, second = 0] = bytes;
    const isShortest = first !== 0 || second >= 0x80;
    if (bytes.length === 0 || first >= 0x80 || !isShortest)
      throw new MalformedSignature("a number is not in its shortest form");
    return first === 0 ? bytes.subarray(1) : bytes;
  }

  /** Requires that nothing follows. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedSignature("has trailing bytes");
  }
}

/** Writes a string of SSH's wire format: its length in four bytes, then its bytes. */
export function wireString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
