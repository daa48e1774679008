import { describe, expect, it } from "vitest";
import { parseProcessTimes, sumFamily } from "./process-times.ts";

const stat = (name: string) =>
  `4711 (${name}) S 42 4711 4711 0 -1 4194304 100 0 0 0 150 50 30 20 20 0 1 0 8675309 1000 10`;

describe("the CPU time of processes", () => {
  it.each(["postgres", "a b", "(odd) name"])("is read from the line of %s", (name) => {
    expect(parseProcessTimes(stat(name))).toEqual({ parent: 42, ownMs: 2_000, childrenMs: 500 });
  });

  it("is that of a server and its descendants, and stays when one of them ends", () => {
    const server = { parent: 1, ownMs: 10, childrenMs: 100 };
    const connection = { parent: 7, ownMs: 50, childrenMs: 0 };
    const helper = { parent: 8, ownMs: 5, childrenMs: 0 };
    const other = { parent: 1, ownMs: 1_000, childrenMs: 0 };
    const before = new Map([server, connection, helper, other].map((times, at) => [7 + at, times]));
    const after = new Map([
      [7, { ...server, childrenMs: 155 }],
      [10, other],
    ]);

    expect([before, after].map((processes) => sumFamily(processes, 7))).toEqual([165, 165]);
  });
});
