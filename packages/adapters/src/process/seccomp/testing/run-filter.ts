import { OPERATIONS } from "../create-seccomp-filter.ts";

/** A system call as the kernel describes it to a filter. */
export type DescribedCall = { call: number; architecture: number; args?: readonly bigint[] };

const MAX_STEPS = 4_096;

/** Runs a filter as the kernel would and returns its answer. A jump out of the program is an error. */
export function runFilter(filter: Buffer, described: DescribedCall): number {
  const data = describe(described);
  let loaded = 0;
  let at = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const code = filter.readUInt16LE(at * 8);
    const [whenTrue, whenFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    at += 1;
    if (code === OPERATIONS.answer) return value;
    if (code === OPERATIONS.load) loaded = data.readUInt32LE(value);
    else at += holds(code, loaded, value) ? whenTrue : whenFalse;
  }
  throw new Error("The filter does not end");
}

function holds(code: number, loaded: number, value: number): boolean {
  if (code === OPERATIONS.ifEqual) return loaded === value;
  if (code === OPERATIONS.ifGreater) return loaded > value;
  if (code === OPERATIONS.ifAtLeast) return loaded >= value;
  if (code === OPERATIONS.ifAnyBit) return (loaded & value) !== 0;
  throw new Error(`Unknown instruction ${code}`);
}

function describe({ call, architecture, args = [] }: DescribedCall): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call >>> 0, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + index * 8);
  return data;
}
