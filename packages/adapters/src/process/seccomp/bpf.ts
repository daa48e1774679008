/** One instruction of the kernel's classic packet filters, which seccomp uses. */
export type Instruction = { code: number; jumpTrue: number; jumpFalse: number; value: number };

/** The operations that our filters use. */
export const OPERATIONS = {
  load: 0x20,
  ifEqual: 0x15,
  ifGreater: 0x25,
  ifAtLeast: 0x35,
  ifAnyBit: 0x45,
  answer: 0x06,
} as const;

const INSTRUCTION_BYTES = 8;

/** Loads four bytes of the system call's description. */
export function load(offset: number): Instruction {
  return { code: OPERATIONS.load, jumpTrue: 0, jumpFalse: 0, value: offset };
}

/** Skips as many instructions as it says, depending on the value that was loaded. */
export function jump(
  operation: "ifEqual" | "ifGreater" | "ifAtLeast" | "ifAnyBit",
  value: number,
  skip: { whenTrue: number; whenFalse: number },
): Instruction {
  const { whenTrue: jumpTrue, whenFalse: jumpFalse } = skip;
  return { code: OPERATIONS[operation], jumpTrue, jumpFalse, value };
}

/** Ends the filter with what the kernel shall do. */
export function returnAction(value: number): Instruction {
  return { code: OPERATIONS.answer, jumpTrue: 0, jumpFalse: 0, value };
}

/** The instructions as the kernel reads them, on a little-endian machine. */
export function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  for (const [index, { code, jumpTrue, jumpFalse, value }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jumpTrue, at + 2);
    bytes.writeUInt8(jumpFalse, at + 3);
    bytes.writeUInt32LE(value >>> 0, at + 4);
  }
  return bytes;
}
