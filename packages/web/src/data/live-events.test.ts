import type { Client, OwnChange } from "@countersign/api";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { followLiveEvents } from "./live-events.ts";

type Told = { onLink(isOpen: boolean): void; onOwn(change: OwnChange): void };

/** A tab whose stream is opened and fed by hand. */
function openTab() {
  const seen: string[] = [];
  const end = new AbortController();
  onTestFinished(() => end.abort());
  let stream: { after: string; told: Told; send(task: string): void; refuse(): void } | null = null;
  const engine = {
    async *heads(after: string, signal: AbortSignal, told: Told) {
      const waiting: string[] = [];
      let wake: () => void = () => undefined;
      let isRefused = false;
      stream = {
        after,
        told,
        send(task) {
          waiting.push(task);
          wake();
        },
        refuse() {
          isRefused = true;
          wake();
        },
      };
      signal.addEventListener("abort", () => wake());
      for (let seq = 1; !signal.aborted; ) {
        if (isRefused) throw new Error("Your session has ended.");
        const task = waiting.shift();
        if (task !== undefined) yield { cursor: `after-${task}`, task, seq: seq++, state: "open" };
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
  followLiveEvents(engine as unknown as Client, {
    signal: end.signal,
    onEvent: ({ task }) => seen.push(task),
    onOwn: ({ what }) => seen.push(`own ${what}`),
    onOpened: () => seen.push("opened"),
    onLink: (since) => seen.push(since === null ? "live" : "lost"),
    onRefused: () => seen.push("refused"),
  });
  return { seen, stream: () => stream, close: () => end.abort() };
}

describe("the tabs of a browser", () => {
  it("share one stream, and a new tab is not told that it is live before the stream is open", async () => {
    const first = openTab();
    await vi.waitFor(() => expect(first.stream()).not.toBeNull());
    const second = openTab();
    await vi.waitFor(() => expect([first.seen, second.seen]).toEqual([["lost"], ["lost"]]), 3_000);
    first.stream()?.told.onLink(true);
    first.stream()?.send("cs-1");
    first.stream()?.told.onOwn({ task: "cs-1", what: "draft" });

    await vi.waitFor(() => expect(second.seen).toContain("cs-1"));
    for (const { seen } of [first, second])
      expect(seen.toSorted()).toEqual(["cs-1", "live", "lost", "opened", "own draft"]);
    expect(second.stream()).toBeNull();
  });

  it("go on after the last event when the tab with the stream closes, and load again what they show", async () => {
    const first = openTab();
    await vi.waitFor(() => expect(first.stream()).not.toBeNull());
    const second = openTab();
    const third = openTab();
    first.stream()?.told.onLink(true);
    first.stream()?.send("cs-1");
    await vi.waitFor(() => expect(third.seen).toContain("cs-1"));
    first.close();
    await vi.waitFor(() => expect(second.stream()?.after).toBe("after-cs-1"));
    second.stream()?.told.onLink(true);

    const opened = () => third.seen.filter((what) => what === "opened").length;
    await vi.waitFor(() => expect(opened()).toBe(2));
  });

  it("learn that the server refuses the stream, and lead no longer", async () => {
    const first = openTab();
    await vi.waitFor(() => expect(first.stream()).not.toBeNull());
    const second = openTab();
    first.stream()?.told.onLink(true);
    first.stream()?.refuse();

    await vi.waitFor(() => expect(first.seen).toEqual(expect.arrayContaining(["lost", "refused"])));
    await vi.waitFor(() => expect(second.stream()).not.toBeNull());
  });
});
