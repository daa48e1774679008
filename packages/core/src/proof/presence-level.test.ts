import { expect, it } from "vitest";
import { loadPolicy } from "../policy/load/load-policy.ts";
import { isLevelAtLeast, PresenceLevel, requiredLevel, SignatureLevel } from "./presence-level.ts";

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

it("is required as the strictest policy says", () => {
  const asking = (...words: Parameters<typeof withPresence>[0][]) =>
    requiredLevel(words.map((word) => withPresence(word)));
  expect(asking()).toBe("told");
  expect(asking("terminal")).toBe("told");
  expect(asking("terminal", "verified")).toBe("signed");
  expect(asking("touched", "verified")).toBe("touched");
  expect(asking("verified", "unlocked", "terminal")).toBe("unlocked");
});

function withPresence(humanPresence: "terminal" | "verified" | "touched" | "unlocked") {
  const loaded = loadPolicy({ version: 1, trust: { humanPresence } });
  if (!loaded.ok) throw new Error("not loaded");
  return loaded.policy;
}
