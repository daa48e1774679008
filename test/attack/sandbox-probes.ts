import {
  DENIED_CALLS,
  JUDGED_CALLS,
  MISSING_CALLS,
} from "../../packages/adapters/src/process/seccomp/system-calls.ts";

/** An attack from inside of the sandbox: a command that ends with zero when it succeeds. */
export type Probe = { name: string; attack: string };

const PROCESSOR = process.arch === "arm64" ? "arm64" : "x64";

/** Succeeds when a system call ends in another way than with EPERM (1), ENOSYS (38) or EAFNOSUPPORT (97). */
function callProbe(name: string, number: number | null, ...args: readonly number[]): Probe[] {
  if (number === null) return [];
  const words = [number, ...args].join(", ");
  const attack = `perl -e '$r = syscall(${words}); exit($r == -1 && grep({ $! == $_ } 1, 38, 97) ? 1 : 0)'`;
  return [{ name, attack }];
}

const refusedCalls = Object.entries({ ...DENIED_CALLS, ...MISSING_CALLS }).flatMap(
  ([name, numbers]) => callProbe(`system call ${name}`, numbers[PROCESSOR], -1, -1, -1, -1, -1),
);

const NAMESPACE_FLAGS = [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x4000_0000];
const clonedNamespaces = NAMESPACE_FLAGS.flatMap((flag) =>
  callProbe(
    `clone with ${flag.toString(16)}`,
    JUDGED_CALLS.clone[PROCESSOR],
    flag + 17,
    0,
    0,
    0,
    0,
  ),
);

/** Bluetooth, packets, keys, virtual machines, cryptography, XDP and others. */
const FAMILIES = [3, 4, 5, 15, 17, 21, 29, 31, 38, 39, 40, 41, 44];
const sockets = FAMILIES.flatMap((family) =>
  callProbe(`socket of family ${family}`, JUDGED_CALLS.socket[PROCESSOR], family, 3, 0),
);

/** System calls that the filter refuses. What a command tries with ordinary programs is in `test/sandbox`. */
export const SYSTEM_CALL_PROBES: readonly Probe[] = [
  ...refusedCalls,
  ...clonedNamespaces,
  ...sockets,
];
