import {
  DENIED_CALLS,
  JUDGED_CALLS,
  LAST_KNOWN_CALL,
  MISSING_CALLS,
  type Processor,
} from "./system-calls.ts";

/** The kernel's names of the processors. */
const ARCHITECTURES: Readonly<Record<Processor, number>> = {
  x64: 0xc000_003e,
  arm64: 0xc000_00b7,
};

/**
 * Offsets in the description of a call. Only the lower half of an argument counts, as in the
 * kernel.
 */
const OFFSETS = { call: 0, architecture: 4, firstArgument: 16, argumentBytes: 8 } as const;

export const ANSWERS = { allow: 0x7fff_0000, kill: 0x8000_0000, errno: 0x0005_0000 } as const;
export const ERRNO = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** The first call number of the 32-bit variant of x64, which has its own numbers. */
const X32_CALLS = 0x4000_0000;

/**
 * All namespace flags of `clone`: mounts, control groups, host names, messages, users, processes,
 * networks.
 */
const NEW_NAMESPACES = 0x7e02_0000;

const FAMILIES = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
/** The netlink protocol with which programs list their own addresses. */
const NETLINK_ROUTE = 0;

/** Requests that insert input into a terminal. */
const TYPING_REQUESTS = [0x5412, 0x541c];

/**
 * Creates the system call filter of sandboxed commands in the kernel's format; null for an unknown
 * processor.
 */
export function createSeccompFilter(processor: string = process.arch): Buffer | null {
  return processor === "x64" || processor === "arm64" ? encode(programFor(processor)) : null;
}

function programFor(processor: Processor): Instruction[] {
  return [
    load(OFFSETS.architecture),
    jump("ifEqual", ARCHITECTURES[processor], { whenTrue: 1, whenFalse: 0 }),
    returnAction(ANSWERS.kill),
    load(OFFSETS.call),
    ...(processor === "x64" ? answerWhen("ifAtLeast", X32_CALLS, ANSWERS.kill) : []),
    ...answerWhen("ifGreater", LAST_KNOWN_CALL, refuse("ENOSYS")),
    ...numbersOf(MISSING_CALLS, processor).flatMap((number) =>
      answerWhen("ifEqual", number, refuse("ENOSYS")),
    ),
    ...numbersOf(DENIED_CALLS, processor).flatMap((number) =>
      answerWhen("ifEqual", number, refuse("EPERM")),
    ),
    ...judge(JUDGED_CALLS.clone[processor], [
      load(argument(0)),
      ...answerWhen("ifAnyBit", NEW_NAMESPACES, refuse("EPERM")),
      returnAction(ANSWERS.allow),
    ]),
    ...judge(JUDGED_CALLS.socket[processor], socketRules()),
    ...judge(JUDGED_CALLS.socketpair[processor], [
      load(argument(0)),
      ...answerWhen("ifEqual", FAMILIES.unix, ANSWERS.allow),
      returnAction(refuse("EAFNOSUPPORT")),
    ]),
    ...judge(JUDGED_CALLS.ioctl[processor], [
      load(argument(1)),
      ...TYPING_REQUESTS.flatMap((request) => answerWhen("ifEqual", request, refuse("EPERM"))),
      returnAction(ANSWERS.allow),
    ]),
    returnAction(ANSWERS.allow),
  ];
}

function socketRules(): Instruction[] {
  const { unix, inet, inet6, netlink } = FAMILIES;
  return [
    load(argument(0)),
    ...[unix, inet, inet6].flatMap((family) => answerWhen("ifEqual", family, ANSWERS.allow)),
    jump("ifEqual", netlink, { whenTrue: 1, whenFalse: 0 }),
    returnAction(refuse("EAFNOSUPPORT")),
    load(argument(2)),
    ...answerWhen("ifEqual", NETLINK_ROUTE, ANSWERS.allow),
    returnAction(refuse("EAFNOSUPPORT")),
  ];
}

/** Returns the rules of one call. Every path ends in an answer. */
function judge(call: number, rules: readonly Instruction[]): Instruction[] {
  return [jump("ifEqual", call, { whenTrue: 0, whenFalse: rules.length }), ...rules];
}

function answerWhen(
  operation: Parameters<typeof jump>[0],
  value: number,
  said: number,
): Instruction[] {
  return [jump(operation, value, { whenTrue: 0, whenFalse: 1 }), returnAction(said)];
}

function refuse(error: keyof typeof ERRNO): number {
  return ANSWERS.errno | ERRNO[error];
}

function argument(index: number): number {
  return OFFSETS.firstArgument + index * OFFSETS.argumentBytes;
}

function numbersOf(
  calls: Readonly<Record<string, Readonly<Record<Processor, number | null>>>>,
  processor: Processor,
): number[] {
  return Object.values(calls).flatMap((numbers) => numbers[processor] ?? []);
}

/** An instruction of classic BPF, which seccomp uses. */
type Instruction = { code: number; jumpTrue: number; jumpFalse: number; value: number };

/** The operations of our filters. */
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
function load(offset: number): Instruction {
  return { code: OPERATIONS.load, jumpTrue: 0, jumpFalse: 0, value: offset };
}

/** Skips instructions depending on the loaded value. */
function jump(
  operation: "ifEqual" | "ifGreater" | "ifAtLeast" | "ifAnyBit",
  value: number,
  skip: { whenTrue: number; whenFalse: number },
): Instruction {
  const { whenTrue: jumpTrue, whenFalse: jumpFalse } = skip;
  return { code: OPERATIONS[operation], jumpTrue, jumpFalse, value };
}

/** Ends the filter with an action of the kernel. */
function returnAction(value: number): Instruction {
  return { code: OPERATIONS.answer, jumpTrue: 0, jumpFalse: 0, value };
}

/** Encodes the instructions for a little-endian kernel. */
function encode(program: readonly Instruction[]): Buffer {
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
