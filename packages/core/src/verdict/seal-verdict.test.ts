import { describe, expect, it } from "vitest";
import { Verdict } from "./schema.ts";
import { sealVerdict, verdictsDigest } from "./seal-verdict.ts";

const fields: Omit<Verdict, "digest"> = {
  id: "vrd_1",
  requirement: "agent:codex",
  by: "codex",
  byKind: "agent",
  round: 1,
  tree: "a".repeat(40),
  opinion: "approved",
  summary: "Fine",
  findings: [],
  costUsd: 0.02,
  sandboxed: true,
};

describe("sealVerdict", () => {
  it("gives a complete verdict", () => {
    const verdict = sealVerdict(fields);

    expect(Verdict.parse(verdict)).toEqual({ ...fields, digest: verdict.digest });
  });

  it("gives a sealed verdict its digest again, and an edited one another", () => {
    const verdict = sealVerdict(fields);

    expect(sealVerdict(verdict)).toEqual(verdict);
    expect(sealVerdict({ ...verdict, findings: ["F-1"] })).toEqual(
      sealVerdict({ ...fields, findings: ["F-1"] }),
    );
  });

  it("gives equal fields equal digests", () => {
    expect(sealVerdict({ ...fields }).digest).toBe(sealVerdict(fields).digest);
  });

  it.each<Partial<Verdict>>([
    { id: "vrd_2" },
    { requirement: "agent:gemini" },
    { by: "gemini" },
    { byKind: "human" },
    { round: 2 },
    { tree: "b".repeat(40) },
    { opinion: "blocker" },
    { summary: "fine" },
    { findings: ["F-1"] },
    { costUsd: 0.03 },
    { sandboxed: false },
  ])("gives another digest to %j [D17]", (change) => {
    expect(sealVerdict({ ...fields, ...change }).digest).not.toBe(sealVerdict(fields).digest);
  });
});

describe("verdictsDigest", () => {
  const one = sealVerdict(fields);
  const two = sealVerdict({ ...fields, id: "vrd_2", by: "gemini" });

  it("does not depend on the order", () => {
    expect(verdictsDigest([one, two])).toBe(verdictsDigest([two, one]));
  });

  it("depends on each verdict", () => {
    expect(verdictsDigest([one])).not.toBe(verdictsDigest([one, two]));
    expect(verdictsDigest([one])).not.toBe(verdictsDigest([]));
    expect(verdictsDigest([one, one])).not.toBe(verdictsDigest([one]));
  });
});
