import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeyGuard } from "./key-guard.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function openGuard() {
  const ran: string[] = [];
  const ignored: number[] = [];
  const guard = createKeyGuard((count) => ignored.push(count));
  const press = (key: string, decides: "for" | "back" | null) =>
    guard.press(key, { decides, run: () => ran.push(key) });
  return { guard, press, ran, ignored };
}

describe("the key guard", () => {
  it("runs a key that moves at once, and a key that decides after a moment", () => {
    const { press, ran } = openGuard();
    press("j", null);
    expect(ran).toEqual(["j"]);
    press("A", "for");
    expect(ran).toEqual(["j"]);
    vi.advanceTimersByTime(100);
    expect(ran).toEqual(["j", "A"]);
  });

  it("lets no key decide that another one follows at once, as in a double tap", () => {
    const { press, ran } = openGuard();
    press("A", "for");
    vi.advanceTimersByTime(40);
    press("j", null);
    vi.advanceTimersByTime(1_000);
    expect(ran).toEqual(["j"]);
  });

  it("lets no key decide right after the screen changed, but lets one undo", () => {
    const { guard, press, ran } = openGuard();
    guard.onNewScreen();
    vi.advanceTimersByTime(200);
    press("A", "for");
    vi.advanceTimersByTime(100);
    press("U", "back");
    vi.advanceTimersByTime(100);
    expect(ran).toEqual(["U"]);
    press("A", "for");
    vi.advanceTimersByTime(100);
    expect(ran).toEqual(["U", "A"]);
  });

  it("drops a decision that waits when the screen changes", () => {
    const { guard, press, ran } = openGuard();
    press("A", "for");
    guard.onNewScreen();
    vi.advanceTimersByTime(1_000);
    expect(ran).toEqual([]);
  });

  it("decides nothing for a thousand pasted keys, and says how many it ignored", () => {
    const { press, ran, ignored } = openGuard();
    for (let count = 0; count < 1_000; count += 1) press("A", "for");
    vi.advanceTimersByTime(1_000);
    expect(ran).toEqual([]);
    expect(ignored.at(-1)).toBeGreaterThanOrEqual(990);
  });
});
