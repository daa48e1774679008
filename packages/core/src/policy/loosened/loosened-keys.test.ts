import { describe, expect, it } from "vitest";
import { policyOf } from "../../testing/policy-of.ts";
import { loosenedKeys } from "./loosened-keys.ts";

type File = Readonly<Record<string, unknown>>;

function between(before: File, after: File) {
  return loosenedKeys(policyOf(before), policyOf(after));
}

function keysBetween(before: File, after: File): string[] {
  return between(before, after).map(({ key }) => key);
}

/** Values of one key from strict to loose. */
const ORDERS: readonly (readonly [key: string, strict: File, loose: File])[] = [
  ["trust.separation", { trust: { separation: "four_eyes" } }, {}],
  ["trust.forgeReviews", { trust: { forgeReviews: "none" } }, {}],
  ["people.handWritten", { people: { handWritten: ["ana"] } }, {}],
  ["limits.attempts", {}, { limits: { attempts: 4 } }],
  ["retention.engineDays", {}, { retention: { engineDays: 3 } }],
  ["modes.default", { modes: { default: "per-task" } }, { modes: { default: "auto" } }],
  ["gate.needsFixes", {}, { gate: { needsFixes: "flag" } }],
  [
    "trust.protected",
    {},
    {
      trust: {
        protected: [".countersign/**", ".github/**", "package.json#scripts", "**/CODEOWNERS"],
      },
    },
  ],
  ["chains.code", {}, { chains: { code: ["self"] } }],
  ["chainOverrides.engineering.code", {}, { chainOverrides: { engineering: { code: ["self"] } } }],
  ["modes.labels.quick", {}, { modes: { labels: { quick: { mode: "auto" } } } }],
  ["panel", { panel: { members: ["codex"], quorum: 1 } }, {}],
  ["risk.lines", {}, { risk: { lines: [[5_000, 0]] } }],
  ["merge.strategy", {}, { merge: { strategy: "none" } }],
];

describe("loosenedKeys", () => {
  it.each(ORDERS)(
    "names %s when it asks for less, and not when it asks for more",
    (key, strict, loose) => {
      expect(keysBetween(strict, loose)).toEqual([key]);
      if (key !== "merge.strategy") expect(keysBetween(loose, strict)).toEqual([]);
    },
  );

  it("finds nothing between equal policies, whatever their form", () => {
    expect(between({}, { preset: "balanced", extends: "countersign:default@1" })).toEqual([]);
  });

  it("shows both values as JSON, and what is absent as not set", () => {
    expect(between({ limits: { attempts: 2 } }, { limits: { attempts: 9 } })).toEqual([
      { key: "limits.attempts", before: "2", after: "9" },
    ]);
    expect(between({}, { people: { owner: ["init-user", "eve"] } })).toEqual([
      { key: "people.owner", before: "not set", after: '"eve"' },
    ]);
  });

  it("cuts long values", () => {
    const [found] = between({}, { prepare: { run: "x".repeat(900) } });
    expect(found?.after).toBe(`"${"x".repeat(199)}…`);
  });

  it("counts what cannot be ordered, in both directions", () => {
    const other = { merge: { target: "next" } };
    expect(keysBetween({}, other)).toEqual(["merge.target"]);
    expect(keysBetween(other, {})).toEqual(["merge.target"]);
  });
});

describe("a policy entry", () => {
  const universal = {
    id: "universal",
    when: "always",
    require: [{ reviewer: "integrity" }],
    description: "All",
  };
  const read = (more: object) => ({
    id: "read",
    when: { domain: "money" },
    require: [{ reviewer: "codex" }],
    description: "Read",
    ...more,
  });
  const files = (...policies: object[]) => ({ rules: [], policies: [universal, ...policies] });

  it("may get another name, or be part of another one", () => {
    expect(keysBetween(files(read({})), files(read({ id: "money" })))).toEqual([]);
    expect(keysBetween(files(read({})), files(read({ when: "always" })))).toEqual([]);
  });

  it.each([
    [{ domain: "money", riskAtLeast: 3 }],
    [{ domain: "auth" }],
    [{ domain: "money", type: "code" }],
    [{ domain: "money", label: "pay" }],
    [{ domain: "money", paths: ["pay/**"] }],
  ])("is narrower with the condition %j", (when) => {
    expect(keysBetween(files(read({})), files(read({ when })))).toEqual(["policies.read.when"]);
  });

  it.each([
    [{ riskAtLeast: 5 }, { riskAtLeast: 4 }],
    [{ paths: ["a/**"] }, { paths: ["a/**", "b/**"] }],
    [{ paths: ["a/**"], label: "x" }, { paths: ["a/**"] }],
    [{ domain: "money" }, "always"],
  ])("holds for as much or more when %j becomes %j", (before, after) => {
    expect(keysBetween(files(read({ when: before })), files(read({ when: after })))).toEqual([]);
  });

  it("is narrower when it no longer always holds, or holds for fewer paths", () => {
    expect(keysBetween(files(read({ when: "always" })), files(read({})))).toEqual([
      "policies.read.when",
    ]);
    expect(
      keysBetween(
        files(read({ when: { paths: ["a/**"] } })),
        files(read({ when: { paths: ["a/b/**"] } })),
      ),
    ).toEqual(["policies.read.when"]);
  });
});

describe("a chain", () => {
  it("that is gone is that of an internal document", () => {
    const chains = { internal_document: ["self"], code: ["self", "peer"] };
    const untyped = { inferTypes: [] };
    expect(keysBetween({ ...untyped, chains: { ...chains, legal: ["owner"] } }, untyped)).toEqual([
      "chains.legal",
    ]);
    expect(keysBetween({ ...untyped, chains: { ...chains, memo: ["self"] } }, untyped)).toEqual([]);
  });

  it("of a department is compared with the one that held without it", () => {
    const override = { chainOverrides: { engineering: { code: ["self", "peer", "owner"] } } };
    expect(keysBetween({}, override)).toEqual([]);
    expect(keysBetween(override, {})).toEqual(["chainOverrides.engineering.code"]);
  });
});

describe("a label", () => {
  it("that may be approved without a person now is loosened", () => {
    const after = { modes: { labels: { security: { mode: "per-task", autoApprove: true } } } };
    expect(keysBetween({}, after)).toEqual(["modes.labels.security"]);
  });
});
