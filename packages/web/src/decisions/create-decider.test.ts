import { type Client, CountersignError } from "@countersign/api";
import { describe, expect, it, vi } from "vitest";
import { createDecider } from "./create-decider.ts";
import type { TaskDecision } from "./decision.ts";

const approval = (task: string): TaskDecision => ({
  act: "approve",
  task,
  round: 2,
  tree: "c".repeat(40),
  author: "agent-1",
  note: "",
});

const answer = (task: string, seq: number) => ({ task, seq });

function openDecider(engine: Partial<Record<keyof Client, unknown>>) {
  const shown: string[] = [];
  const failed: string[] = [];
  let decided: ReadonlyMap<string, number> = new Map();
  const decider = createDecider({
    engine: engine as Client,
    onDecided(map) {
      decided = map;
    },
    onChanged: () => undefined,
    show: (text) => shown.push(text),
    fail: (text) => failed.push(text),
  });
  return { decider, shown, failed, decided: () => decided };
}

describe("createDecider", () => {
  it("leaves a task out at once, and until lists contain the decision", async () => {
    const { decider, decided } = openDecider({ approve: async () => answer("cs-1", 12) });
    decider.decide([approval("cs-1")]);
    expect(decided().get("cs-1")).toBe(Number.POSITIVE_INFINITY);
    await vi.waitFor(() => expect(decided().get("cs-1")).toBe(12));
  });

  it("offers a task again when its decision is refused", async () => {
    const { decider, decided, failed } = openDecider({
      approve: async () => {
        throw new CountersignError("stale_round", "", { details: { round: 3 } });
      },
      showTask: async () => {
        throw new CountersignError("unreachable", "");
      },
    });
    decider.decide([approval("cs-1")]);
    await vi.waitFor(() => expect(failed).toHaveLength(1));
    expect(failed[0]).toContain("agent-1 sent round 3 while you read round 2");
    expect(decided().get("cs-1")).toBe(0);
  });

  it("undoes everything that the last key decided, even while it is being sent", async () => {
    const approve = async ({ task }: { task: string }) => answer(task, 12);
    const approveBatch = vi.fn(async (_given: { key: string }) => ({
      approved: [answer("cs-1", 12), answer("cs-2", 12)],
      refused: [{ task: "cs-3", code: "stale_round", message: "It is at round 3" }],
    }));
    const undoBatch = vi.fn(async (_given: unknown) => ({
      undone: [answer("cs-1", 20), answer("cs-2", 20)],
      refused: [],
    }));
    const { decider, failed } = openDecider({ approve, approveBatch, undoBatch });
    const undone: (readonly string[])[] = [];
    decider.onUndone((tasks) => undone.push(tasks));
    decider.decide([approval("cs-0")]);
    decider.decide([approval("cs-1"), approval("cs-2"), approval("cs-3")]);
    decider.undoLast();
    await vi.waitFor(() => expect(undone).toEqual([["cs-1", "cs-2"]]));
    const key = approveBatch.mock.calls[0]?.[0].key;
    expect(undoBatch.mock.calls).toEqual([[{ body: { key } }]]);
    expect(failed).toEqual(["Not changed: cs-3: It is at round 3"]);
  });

  it("sends a decision without an answer again with the same key", async () => {
    vi.useFakeTimers();
    const keys: string[] = [];
    const approve = async ({ key }: { key: string }) => {
      keys.push(key);
      if (keys.length < 3) throw new CountersignError("unreachable", "");
      return answer("cs-1", 12);
    };
    const { decider, decided } = openDecider({ approve });
    decider.decide([approval("cs-1")]);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(decided().get("cs-1")).toBe(12);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });
});

describe("a snoozed task", () => {
  it("is left out of the lists until it changes, and returns by the same undo", async () => {
    const { decider, decided, shown } = openDecider({});
    const undo = vi.fn(async () => undefined);
    const send = async () => undefined;
    decider.putAside({ task: "cs-1", seq: 7, text: "cs-1 returns in an hour.", send, undo });
    expect(decided().get("cs-1")).toBe(Number.POSITIVE_INFINITY);
    await vi.waitFor(() => expect(decided().get("cs-1")).toBe(8));
    decider.undoLast();
    await vi.waitFor(() => expect(decided().get("cs-1")).toBe(0));
    expect(undo).toHaveBeenCalledOnce();
    expect(shown).toEqual(["cs-1 returns in an hour.", "Undone: cs-1 waits for a decision again."]);
  });
});
