import { describe, expect, it } from "vitest";
import { machineVerdictId, verdictIdFor } from "./derived-ids.ts";
import { ENGINE_KEYS, JOB_STEPS } from "./engine-keys.ts";
import { keyText, speakerFor } from "./speaker.ts";

const ANA = { kind: "human", id: "ana" } as const;
const JOB = "acme:cs-a:7:0:panel:claude";

describe("a key of the engine", () => {
  it.each(JOB_STEPS)("for %s is no client's, though a client may send the same text", (step) => {
    const key = ENGINE_KEYS.job(JOB, step);

    expect(speakerFor(key, ANA)).toBe("engine");
    expect(speakerFor(keyText(key), ANA)).toBe("client:human:ana");
  });

  it("gives a verdict an id that no client's key gives", () => {
    expect(verdictIdFor("acme", "cs-a", JOB, ANA)).not.toBe(machineVerdictId("acme", "cs-a", JOB));
  });
});
