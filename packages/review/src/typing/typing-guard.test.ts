import { describe, expect, it } from "vitest";
import { canDecide, FRESH_GUARD, guardKeys, guardNewScreen, ignorePaste } from "./typing-guard.ts";

describe("the typing guard", () => {
  it("lets single keys pass, and says that they came alone", () => {
    expect(guardKeys(FRESH_GUARD, ["A"], 0)).toMatchObject({ keys: ["A"], alone: true });
    expect(guardKeys(FRESH_GUARD, ["j", "A"], 0)).toMatchObject({ keys: ["j", "A"], alone: false });
  });

  it("ignores seven keys at once", () => {
    const keys = [..."approve"];
    expect(guardKeys(FRESH_GUARD, keys, 0)).toMatchObject({ keys: [], guard: { ignored: 7 } });
  });

  it("ignores a burst that came piece by piece, and goes on until it is quiet", () => {
    let guard = FRESH_GUARD;
    const passed: string[] = [];
    for (const [at, key] of [..."aaaaaaaaaaaaaaaaaaaa"].entries()) {
      const result = guardKeys(guard, [key], at * 5);
      guard = result.guard;
      passed.push(...result.keys);
    }
    expect(passed).toHaveLength(6);
    expect(guard.ignored).toBe(20);
    expect(guardKeys(guard, ["A"], 1_000).keys).toEqual(["A"]);
  });

  it("keeps keys that decide dead for a moment after a burst, which may have stalled", () => {
    const { guard } = guardKeys(FRESH_GUARD, [..."approve"], 1_000);
    const { guard: stalled, keys } = guardKeys(guard, ["A"], 1_100);
    expect(keys).toEqual(["A"]);
    expect(canDecide(stalled, 1_249)).toBe(false);
    expect(canDecide(stalled, 1_250)).toBe(true);
  });

  it("counts each paste for itself", () => {
    const guard = ignorePaste(FRESH_GUARD, "pasted");
    expect(guardKeys(guard, [..."approve it"], 1_000).guard.ignored).toBe(10);
  });

  it("keeps keys that decide dead for a moment after another screen appeared", () => {
    const guard = guardNewScreen(FRESH_GUARD, 1_000);
    expect(canDecide(guard, 1_249)).toBe(false);
    expect(canDecide(guard, 1_250)).toBe(true);
  });
});
