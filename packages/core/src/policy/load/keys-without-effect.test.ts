import { describe, expect, it } from "vitest";
import { keysWithoutEffect } from "./keys-without-effect.ts";
import { loadPolicy } from "./load-policy.ts";

describe("keys without an effect", () => {
  it("of later releases are accepted, and it is said that they have none yet", () => {
    const file = {
      trackers: { beads: { enabled: true }, github: { enabled: "auto" } },
      notify: { people: { ana: { escalate: ["slack", "desktop"] } } },
    };

    expect(loadPolicy(file).ok).toBe(true);
    expect(keysWithoutEffect(file)).toEqual([
      "trackers.beads.enabled has no effect yet",
      "trackers.github.enabled has no effect yet",
      "notify: the channel slack has no effect yet",
    ]);
  });

  it("of earlier releases are accepted and left out, so that their policies can still be read", () => {
    const file = {
      retention: { engineDays: 9, transcriptDays: 30, diffDays: 1, decisionDays: null },
    };
    const loaded = loadPolicy(file);

    expect(loaded.ok && loaded.policy.retention).toEqual({ engineDays: 9 });
    expect(keysWithoutEffect(file)).toEqual([
      "retention.transcriptDays has no effect; it can be removed",
      "retention.diffDays has no effect; it can be removed",
      "retention.decisionDays has no effect; it can be removed",
    ]);
  });

  it("are none in an empty file", () => {
    expect(keysWithoutEffect({})).toEqual([]);
  });
});
