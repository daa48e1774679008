import { describe, expect, it } from "vitest";
import { ANSWERS, createSeccompFilter, ERRNO } from "./create-seccomp-filter.ts";
import { DENIED_CALLS, JUDGED_CALLS, LAST_KNOWN_CALL, MISSING_CALLS } from "./system-calls.ts";
import { runFilter } from "./testing/run-filter.ts";

const PROCESSORS = [
  { processor: "x64", architecture: 0xc000_003e },
  { processor: "arm64", architecture: 0xc000_00b7 },
] as const;
const FOREIGN = [0x4000_0003, 0x4000_0028, 0x8000_0016, 0xc000_00f3, 0];

const refused = (error: keyof typeof ERRNO) => ANSWERS.errno | ERRNO[error];
/** The same lower half, and something above it that the kernel does not look at. */
const withHighBits = (value: bigint) => [value, value | (0xdead_beefn << 32n)];

const SOCKETS = Array.from({ length: 64 }, (_, family) => BigInt(family)).flatMap((family) =>
  [0n, 5n, 9n].map((protocol) => ({ family, protocol })),
);

describe.each(PROCESSORS)("the filter for $processor", ({ processor, architecture }) => {
  const filter = createSeccompFilter(processor) ?? Buffer.alloc(0);
  const say = (call: number, ...args: bigint[]) => runFilter(filter, { call, architecture, args });
  const { clone, socket, socketpair, ioctl } = JUDGED_CALLS;

  it("kills a program of another architecture, whatever it calls", () => {
    for (const foreign of FOREIGN)
      for (let call = 0; call < 500; call += 1)
        expect(runFilter(filter, { call, architecture: foreign })).toBe(ANSWERS.kill);
  });

  it("refuses exactly the calls of the table, of all that there are", () => {
    const by = (calls: object, answer: number) =>
      Object.values(calls).map((numbers) => [numbers[processor], answer] as const);
    const expected = new Map([
      ...by(DENIED_CALLS, refused("EPERM")),
      ...by(MISSING_CALLS, refused("ENOSYS")),
      ...by({ socket, socketpair }, refused("EAFNOSUPPORT")),
    ]);
    for (let call = 0; call <= LAST_KNOWN_CALL; call += 1)
      expect([call, say(call)]).toEqual([call, expected.get(call) ?? ANSWERS.allow]);
  });

  it("knows no call that is newer than the table", () => {
    for (const call of [LAST_KNOWN_CALL + 1, 467, 600, 1_000_000])
      expect(say(call)).toBe(refused("ENOSYS"));
  });

  it("lets a process be started, and no namespace", () => {
    const flags = [
      0x7e02_0000n,
      0x2_0000n,
      ...Array.from({ length: 6 }, (_, bit) => 1n << BigInt(bit + 25)),
    ];
    for (const flag of flags)
      for (const value of withHighBits(flag | 17n))
        expect(say(clone[processor], value)).toBe(refused("EPERM"));
    for (const value of [17n, 0x003d_0f00n, 0x0120_0011n])
      expect(say(clone[processor], value)).toBe(ANSWERS.allow);
  });

  it("opens sockets of four families, and of netlink only the one for addresses", () => {
    const opened = SOCKETS.filter(({ family, protocol }) =>
      withHighBits(family).some(
        (value) => say(socket[processor], value, 1n, protocol) === ANSWERS.allow,
      ),
    );
    expect(opened.map(({ family, protocol }) => `${family}/${protocol}`)).toEqual([
      ...["1/0", "1/5", "1/9", "2/0", "2/5", "2/9", "10/0", "10/5", "10/9", "16/0"],
    ]);
    const pairs = SOCKETS.filter(
      ({ family }) => say(socketpair[processor], family, 1n, 0n) === ANSWERS.allow,
    );
    expect(new Set(pairs.map(({ family }) => family))).toEqual(new Set([1n]));
    expect(say(socket[processor], 40n, 1n, 0n)).toBe(refused("EAFNOSUPPORT"));
  });

  it("types into no terminal", () => {
    for (const request of [0x5412n, 0x541cn])
      for (const value of withHighBits(request))
        expect(say(ioctl[processor], 0n, value)).toBe(refused("EPERM"));
    for (const request of [0x5401n, 0x5413n, 0x540en])
      expect(say(ioctl[processor], 0n, request)).toBe(ANSWERS.allow);
  });
});

describe("the filter", () => {
  it("kills calls of the 32-bit variant of x64, also the highest", () => {
    const filter = createSeccompFilter("x64") ?? Buffer.alloc(0);
    for (const call of [0x4000_0000, 0x4000_0000 + 520, 0x7fff_ffff, 0xffff_ffff])
      expect(runFilter(filter, { call, architecture: 0xc000_003e })).toBe(ANSWERS.kill);
  });

  it("is none for a processor without a table", () => {
    expect(createSeccompFilter("riscv64")).toBeNull();
  });
});
