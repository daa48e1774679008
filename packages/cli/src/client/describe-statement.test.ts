import { actLine, canonicalJson, commandStatement } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { describeStatement } from "./describe-statement.ts";

const KEY = `SHA256:${"a".repeat(43)}`;
const TERMS = {
  ...({ by: "ana", key: KEY, level: "signed", nonce: "0".repeat(32) } as const),
  ...{ at: "2026-11-16T02:10:11Z", until: "2026-11-16T02:20:11Z" },
};
const [base, head, tree] = ["b".repeat(40), "c".repeat(40), "d".repeat(40)];
const file = "/home/ana/.ssh/countersign";

describe("what a person reads before they sign", () => {
  it("names the decision, the exact content and the key", () => {
    const round = { number: 3, base, head, tree };
    const task = { id: "cs-12", round, requirement: "layer:owner" };
    const act = { ...TERMS, command: "approve", organisation: "acme", task };
    const line = canonicalJson(commandStatement(act, "f".repeat(64)));
    const key = { fingerprint: KEY, file, level: "signed" } as const;
    expect(describeStatement(line, key)).toBe(
      [
        "Signing: approve cs-12, round 3",
        `  tree    ${tree}`,
        "  answers layer:owner",
        "  as      ana",
        `  key     ${file} (${KEY})`,
        "ssh-keygen asks for the passphrase if the key has one.",
      ].join("\n"),
    );
  });

  it("names the target of an act, and asks for the touch", () => {
    const trust = { number: 1, sha256: "1".repeat(64) };
    const common = { ...TERMS, repository: `csr_${"5".repeat(32)}`, trust, note: null };
    const retract = { ...common, act: "retract", retracts: "8".repeat(64) } as const;
    const line = actLine(retract, { target: "main", tree });
    const text = describeStatement(line, { fingerprint: KEY, file, level: "touched" });
    expect(text).toContain("Signing: retract\n  target  refs/heads/main\n");
    expect(text).toContain("Touch your device");
  });

  it("describes a command about no task", () => {
    const act = { ...TERMS, command: "rotate_seal_key", organisation: "acme", task: null };
    const line = canonicalJson(commandStatement(act, "f".repeat(64)));
    const text = describeStatement(line, { fingerprint: KEY, file, level: "unlocked" });
    expect(text).toMatch(/^Signing: rotate seal key\n {2}as/);
  });
});
