import { describe, expect, it } from "vitest";
import { policyOf } from "../testing/policy-of.ts";
import { afterQuietHours, quietMinutesLeft, routeNotification } from "./notify-route.ts";

const NIGHT = { from: "22:00", to: "07:30" };
const NOON = { from: "12:00", to: "13:00" };

describe("the route of a notification", () => {
  const people = {
    ana: { yourTurn: ["webhook:ana"], quietHours: null },
    ben: { escalate: ["webhook:ben", "desktop"] },
    dora: { quietHours: NOON },
  };
  const everybody = { escalate: ["desktop"], yourTurn: ["osc9"], quietHours: NIGHT };
  const { notify } = policyOf({ notify: { ...everybody, people } });

  it.each([
    ["cleo", false, ["osc9"], NIGHT],
    ["cleo", true, ["desktop"], null],
    ["ana", false, ["webhook:ana"], null],
    ["ana", true, ["desktop"], null],
    ["ben", false, ["osc9"], NIGHT],
    ["ben", true, ["webhook:ben", "desktop"], null],
    ["dora", false, ["osc9"], NOON],
    ["constructor", false, ["osc9"], NIGHT],
  ])("of %s, urgent: %s", (person, isUrgent, channels, quietHours) => {
    expect(routeNotification(notify, person, isUrgent)).toEqual({ channels, quietHours });
  });
});

describe("quiet hours", () => {
  it.each([
    [NIGHT, "21:59", 0],
    [NIGHT, "22:00", 570],
    [NIGHT, "00:00", 450],
    [NIGHT, "07:29", 1],
    [NIGHT, "07:30", 0],
    [NOON, "12:59", 1],
    [NOON, "13:00", 0],
    [{ from: "08:00", to: "08:00" }, "08:00", 0],
    [null, "23:00", 0],
  ])("%o at %s end in %i minutes", (quietHours, time, left) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);

    expect(quietMinutesLeft(quietHours, hours * 60 + minutes)).toBe(left);
  });

  it("end at the full minute", () => {
    const utcMinute = (ms: number) => Math.floor(ms / 60_000) % 1_440;
    const at = Date.UTC(2026, 10, 16, 23, 10, 42, 7);

    expect(afterQuietHours(at, NIGHT, utcMinute)).toBe(Date.UTC(2026, 10, 17, 7, 30));
    expect(afterQuietHours(at, null, utcMinute)).toBe(at);
  });
});
