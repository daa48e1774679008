import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTime } from "../../testing/in-time.ts";
import { times } from "../../testing/scale.ts";
import { importPolicy } from "../import/import-policy.ts";
import { type LoadedPolicy, loadPolicy } from "./load-policy.ts";

const INPUTS = times(100_000);
const SLOW_MS = 100;

const keys = fc.constantFrom(
  ...[
    "trust",
    "people",
    "departments",
    "domains",
    "risk",
    "reviewers",
    "rules",
    "policies",
    "gaps",
  ],
  ...["panel", "triggers", "chains", "chainOverrides", "inferTypes", "modes", "checks", "gate"],
  ...["limits", "labels", "owner", "when", "require", "id", "members", "locked", "extends", "x"],
  ...["toString", "valueOf", "hasOwnProperty", "", " ", "\u202e", "\u0000", "ключ", "😀", "\ud800"],
);
const words = fc.constantFrom(
  ...["default", "strict", "owner", "always", "money", "batch", "auto-approve", "self", "codex"],
  ...["**/*.ts", "{a,b}/**", "[", "../x", "\u202etxt", "\ud800", "", "15m", "-1", "null", "1e999"],
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(words, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
  ),
})).value;

const poison = fc.constantFrom(
  '{"__proto__": {"ok": true}}',
  '{"trust": {"constructor": {"prototype": {"ok": true}}}}',
  '{"modes": {"labels": {"__proto__": {"mode": "skip"}}}}',
  '{"chains": {"prototype": ["self"]}}',
);

const valid: readonly Record<string, unknown>[] = [
  {},
  { profile: "panel", panel: { quorum: 1 } },
  { limits: { attempts: 5 }, chainOverrides: { engineering: { code: ["self", "owner"] } } },
  {
    modes: { default: "per-task", labels: { api: { mode: "per-task" } } },
    merge: { strategy: "none" },
  },
  { domains: [{ id: "money", globs: ["a/**"], description: "M" }], policies: [], rules: [] },
  { checks: [{ id: "tests", run: "npm test" }], trust: { protected: ["a/**", "b.json#c"] } },
];

/** A valid file with one value somewhere replaced, added or removed. */
const mutated = fc
  .tuple(fc.constantFrom(...valid), keys, keys, json, fc.constantFrom("set", "inside", "keep"))
  .map(([file, key, innerKey, value, how]) => {
    if (how === "keep") return file;
    if (how === "set") return { ...file, [key]: value };
    const inner: unknown = file[key];
    return {
      ...file,
      [key]: { ...(typeof inner === "object" ? inner : {}), [innerKey]: value },
    };
  });

const deep = fc.integer({ min: 20, max: 500 }).map((levels) => {
  let value: unknown = {};
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? { trust: value } : [value];
  return { chains: value };
});
const wide = fc
  .tuple(keys, fc.integer({ min: 1, max: 3_000 }), json)
  .map(([key, length, value]) => ({ [key]: Array.from({ length }, () => value) }));

const hostile = fc.oneof(
  { weight: 35, arbitrary: mutated },
  { weight: 45, arbitrary: json },
  { weight: 10, arbitrary: poison.map((text): unknown => JSON.parse(text)) },
  { weight: 8, arbitrary: deep },
  { weight: 2, arbitrary: wide },
);

function checkAnswer(loaded: LoadedPolicy): void {
  if (loaded.ok) {
    if (!/^[0-9a-f]{64}$/.test(loaded.policy.digest)) throw new Error("no digest");
    return;
  }
  const count = loaded.problems.length;
  if (count === 0 || count > 201) throw new Error(`refused with ${count} problems`);
}

describe("loadPolicy", () => {
  it(`answers ${INPUTS} hostile files, none of them in more than ${SLOW_MS} ms`, () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(hostile, (input) => {
        const loaded = inTime(SLOW_MS, () => loadPolicy(input));
        if (loaded.ok) seen.accepted += 1;
        else seen.refused += 1;
        checkAnswer(loaded);
      }),
      { numRuns: INPUTS },
    );

    expect(seen.accepted + seen.refused).toBe(INPUTS);
    expect(seen.accepted).toBeGreaterThan(INPUTS / 10);
    expect(seen.refused).toBeGreaterThan(INPUTS / 2);
    expect(Reflect.ownKeys(Object.prototype)).not.toContain("ok");
  });

  it("takes what it made: a policy's own content loads to the same digest", () => {
    let loadedAgain = 0;
    fc.assert(
      fc.property(mutated, (input) => {
        const loaded = loadPolicy(input);
        if (!loaded.ok) return;
        const { tables, digest, ...content } = loaded.policy;
        const again = loadPolicy(content);
        if (!again.ok || again.policy.digest !== digest) throw new Error("not the same");
        if (tables.limits.attempts !== true) throw new Error("no limit");
        loadedAgain += 1;
      }),
      { numRuns: INPUTS / 100 },
    );

    expect(loadedAgain).toBeGreaterThan(INPUTS / 1_000);
  });
});

describe("importPolicy", () => {
  it("answers hostile documents, and what it accepts loads", () => {
    const sources = fc.constantFrom("chains", "modes", "pipeline");
    const fields = fc.constantFrom(
      ...["tasks", "default_review_chains", "review_chain_overrides", "code", "engineering"],
      ...[
        "review",
        "defaultMode",
        "labelRules",
        "autoApprove",
        "rules",
        "composition",
        "domains",
        "agents",
      ],
    );
    const documents = fc.dictionary(fields, fc.oneof(json, fc.dictionary(fields, json)), {
      maxKeys: 5,
    });
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(sources, documents, (from, document) => {
        const imported = importPolicy(from, document);
        if (!imported.ok) seen.refused += 1;
        else if (loadPolicy(imported.file).ok) seen.accepted += 1;
        else throw new Error("imported, but does not load");
      }),
      { numRuns: INPUTS / 20 },
    );

    expect(seen.accepted).toBeGreaterThan(INPUTS / 200);
    expect(seen.refused).toBeGreaterThan(INPUTS / 200);
  });
});
