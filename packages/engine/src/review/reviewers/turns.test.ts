import { describe, expect, it } from "vitest";
import { loadTestPolicy } from "../../testing/load-test-policy.ts";
import { createTurns, type TurnClock } from "./turns.ts";

const never = new AbortController().signal;

/** A clock that only moves when it is told to. */
function standingClock(): TurnClock & { pass(ms: number): Promise<void> } {
  let at = 0;
  let timers: { atMs: number; act: () => void }[] = [];
  return {
    now: () => at,
    later: (ms, act) => timers.push({ atMs: at + ms, act }),
    async pass(ms) {
      at += ms;
      const due = timers.filter((timer) => timer.atMs <= at);
      timers = timers.filter((timer) => timer.atMs > at);
      for (const { act } of due) act();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Takes so many turns and says which began. */
function takers(clock: TurnClock, limits: { concurrency: number; ratePerMinute: number | null }) {
  const turns = createTurns(clock);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const take = (id: number, signal = never, reviewer = "one") =>
    turns.take(reviewer, limits, signal).then((end) => {
      began.push(id);
      ends[id] = end;
    });
  return { began, ends, take };
}

/** How often the policy lets a reviewer be asked. */
function limitsOf(limits: object) {
  const about = { name: "One", kind: "agent", adapter: "codex", description: "Reads" };
  const reviewers = [{ id: "one", ...about, ...limits }];
  const policies = [
    { id: "all", when: "always", require: [{ reviewer: "one" }], description: "Every change" },
  ];
  const [entry] = loadTestPolicy({ reviewers, policies, rules: [] }).reviewers;
  if (entry === undefined) throw new Error("The policy has no reviewer");
  return entry;
}

describe("turns", () => {
  it("are as many at once as the reviewer takes, in the order in which they were asked for", async () => {
    const { began, ends, take } = takers(standingClock(), limitsOf({ concurrency: 3 }));
    for (const id of [0, 1, 2, 3, 4]) void take(id);
    await settled();
    expect(began).toEqual([0, 1, 2]);

    ends[1]?.();
    await settled();
    expect(began).toEqual([0, 1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    expect(began).toEqual([0, 1, 2, 3, 4]);
  });

  it("begin no more often in any minute than the reviewer allows", async () => {
    const clock = standingClock();
    const { began, take } = takers(clock, limitsOf({ concurrency: 100, ratePerMinute: 2 }));
    for (const id of [0, 1, 2, 3, 4]) void take(id);
    await settled();
    expect(began).toEqual([0, 1]);

    await clock.pass(59_999);
    expect(began).toEqual([0, 1]);
    await clock.pass(1);
    expect(began).toEqual([0, 1, 2, 3]);
    await clock.pass(60_000);
    expect(began).toEqual([0, 1, 2, 3, 4]);
  });

  it("of one reviewer do not wait for those of another", async () => {
    const { began, take } = takers(standingClock(), { concurrency: 1, ratePerMinute: null });
    void take(0);
    void take(1, never, "other");
    await settled();

    expect(began).toEqual([0, 1]);
  });

  it("are not kept for whoever does not wait any more", async () => {
    const { began, ends, take } = takers(standingClock(), { concurrency: 1, ratePerMinute: null });
    const gone = new AbortController();
    await take(0);
    const waiting = take(1, gone.signal);
    void take(2);
    gone.abort(new Error("gone"));

    await expect(waiting).rejects.toThrow("gone");
    await expect(take(3, AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
    ends[0]?.();
    await settled();
    expect(began).toEqual([0, 2]);
  });
});
