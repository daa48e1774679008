import { describe, expect, it } from "vitest";
import { type Attempt, findAnomalies, type Logged, type Operation } from "./history.ts";

const ok = (startMs: number, endMs: number, seq: number): Attempt => ({
  startMs,
  endMs,
  outcome: "ok",
  seq,
});
const unknown = (startMs: number, endMs: number): Attempt => ({
  startMs,
  endMs,
  outcome: "unknown",
});
const refused = (startMs: number, endMs: number): Attempt => ({
  startMs,
  endMs,
  outcome: "refused",
});
const said = (key: string, ...attempts: Attempt[]): Operation => ({ key, task: "cs-a", attempts });
const logged = (...keys: (string | null)[]): Logged[] =>
  keys.map((key, index) => ({ task: "cs-a", seq: index + 1, key }));
const found = (operations: Operation[], log: Logged[]) =>
  findAnomalies(operations, log).map(({ what, about }) => `${what} ${about}`);

describe("a history without a fault", () => {
  it.each<{ about: string; operations: Operation[]; log: Logged[] }>([
    { about: "one acknowledged command", operations: [said("a", ok(0, 1, 1))], log: logged("a") },
    { about: "an unknown that was done", operations: [said("a", unknown(0, 1))], log: logged("a") },
    { about: "an unknown that was not", operations: [said("a", unknown(0, 1))], log: [] },
    { about: "a refused command", operations: [said("a", refused(0, 1))], log: [] },
    {
      about: "an unknown that was refused when it was tried again",
      operations: [said("a", unknown(0, 1), refused(2, 3))],
      log: [],
    },
    {
      about: "the same answer twice",
      operations: [said("a", unknown(0, 1), ok(2, 3, 1), ok(4, 5, 1))],
      log: logged("a"),
    },
    {
      about: "two at once in either order",
      operations: [said("a", ok(0, 5, 2)), said("b", ok(1, 4, 1))],
      log: logged("b", "a"),
    },
    {
      about: "an unknown that was done long after its caller had gone",
      operations: [said("a", unknown(0, 1)), said("b", ok(2, 3, 1))],
      log: logged("b", "a"),
    },
    {
      about: "entries of the engine between them",
      operations: [said("a", ok(0, 1, 2))],
      log: logged(null, "a", null),
    },
    {
      about: "two tasks, each with an order of its own",
      operations: [said("a", ok(0, 1, 2)), { ...said("b", ok(2, 3, 1)), task: "cs-b" }],
      log: [...logged(null, "a"), { task: "cs-b", seq: 1, key: "b" }],
    },
  ])("$about", ({ operations, log }) => {
    expect(found(operations, log)).toEqual([]);
  });
});

describe("a planted fault is found", () => {
  it.each<{ fault: string; operations: Operation[]; log: Logged[] }>([
    { fault: "lost a", operations: [said("a", ok(0, 1, 1))], log: [] },
    { fault: "lost a", operations: [said("a", unknown(0, 1), ok(2, 3, 1))], log: [] },
    { fault: "doubled a", operations: [said("a", ok(0, 1, 2))], log: logged("a", "a") },
    { fault: "doubled a", operations: [said("a", unknown(0, 1))], log: logged("a", "a") },
    { fault: "refused_but_done a", operations: [said("a", refused(0, 1))], log: logged("a") },
    {
      fault: "refused_but_done a",
      operations: [said("a", unknown(0, 1), refused(2, 3))],
      log: logged("a"),
    },
    {
      fault: "contradicted a",
      operations: [said("a", ok(0, 1, 1), refused(2, 3))],
      log: logged("a"),
    },
    {
      fault: "contradicted a",
      operations: [said("a", ok(0, 1, 1), ok(2, 3, 2))],
      log: logged("a", null),
    },
    { fault: "elsewhere a", operations: [said("a", ok(0, 1, 1))], log: logged(null, "a") },
    {
      fault: "elsewhere a",
      operations: [{ ...said("a", ok(0, 1, 1)), task: "cs-b" }],
      log: logged("a"),
    },
    {
      fault: "reordered a after b",
      operations: [said("a", ok(0, 1, 2)), said("b", ok(2, 3, 1))],
      log: logged("b", "a"),
    },
    {
      fault: "reordered a after c",
      operations: [said("a", ok(0, 1, 3)), said("b", ok(0, 9, 2)), said("c", ok(5, 6, 1))],
      log: logged("c", "b", "a"),
    },
    {
      fault: "reordered a after b",
      operations: [said("a", ok(0, 1, 2)), said("b", unknown(2, 3))],
      log: logged("b", "a"),
    },
    { fault: "invented z", operations: [], log: logged("z") },
    { fault: "gap cs-a", operations: [], log: [{ task: "cs-a", seq: 2, key: null }] },
  ])("$fault", ({ fault, operations, log }) => {
    expect(found(operations, log)).toContain(fault);
  });
});
