import { expect, it } from "vitest";
import { isLevelAtLeast, PresenceLevel, SignatureLevel } from "./presence-level.ts";

it("orders the levels of presence from an assertion to an unlocked device", () => {
  const reached = PresenceLevel.options.map((level) =>
    PresenceLevel.options.filter((minimum) => isLevelAtLeast(level, minimum)),
  );
  expect(reached).toEqual([
    ["told"],
    ["told", "signed"],
    ["told", "signed", "touched"],
    ["told", "signed", "touched", "unlocked"],
  ]);
});

it("lets no signature claim to be only told", () => {
  expect(SignatureLevel.options).toEqual(["signed", "touched", "unlocked"]);
});
