import { describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "../kernel/canonical-json.ts";
import { digestText } from "../kernel/digest.ts";
import { requirement, verdict } from "../testing/decision-of.ts";
import {
  actStatement,
  approval,
  commonFields,
  decidedRound,
  hex,
  moveFields,
  moveStatement,
  proofText,
  SHOWN_DIFF,
  TRUST_REFERENCE,
  taskFields,
} from "../testing/proof-of.ts";
import { parseProof, proofTrailer } from "./parse-proof.ts";
import type { PersonAct } from "./schema-act.ts";

const round = decidedRound({
  stages: [[requirement("layer:owner")]],
  verdicts: [verdict("layer:owner", "approved")],
});
const act = actStatement(approval());
const move = moveStatement(moveFields(round, [act]));
const text = proofText(move, [act], round.inputs.line);

function reasonOf(changed: string): string {
  const result = parseProof(changed);
  return result.ok ? "accepted" : result.reason;
}

/** Replaces one line, given from 1. */
function withLine(number: number, line: string): string {
  return text
    .split("\n")
    .map((old, at) => (at === number - 1 ? line : old))
    .join("\n");
}

const lineOf = (number: number) => text.split("\n")[number - 1] ?? "";

const nested = `${"[".repeat(20)}${"]".repeat(20)}`;

describe("parseProof", () => {
  it("returns move, acts and inputs with the digests of their lines", () => {
    expect(parseProof(text)).toEqual({
      ok: true,
      proof: {
        move: {
          line: lineOf(1),
          digest: digestText(lineOf(1)),
          statement: move,
          sshsig: "U1NIU0lH",
        },
        acts: [
          { line: lineOf(3), digest: digestText(lineOf(3)), statement: act, sshsig: "U1NIU0lH" },
        ],
        inputs: { digest: digestText(lineOf(5)), value: JSON.parse(lineOf(5)) },
      },
    });
  });

  it("does not report a bug of the caller as a malformed proof", () => {
    expect(() => Reflect.apply(parseProof, null, [1])).toThrow(TypeError);
  });

  it("reads a proof without acts and without inputs", () => {
    const result = parseProof(proofText(move));
    expect(result.ok && result.proof).toMatchObject({ acts: [], inputs: null });
  });

  it.each(["U1NI", "U1NIUw==", "U1NIUzE="])("reads the signature %s", (sshsig) => {
    const result = parseProof(withLine(2, canonicalJson({ line: 1, sshsig })));
    expect(result.ok && result.proof.move.sshsig).toBe(sshsig);
  });

  it.each(["", "!U1NI", "U1NI!", "U1NIU==", "U1NI!!==", "U1NIU=", "U1NI!!!=", "U1NIUw="])(
    "refuses the signature %j",
    (sshsig) => {
      const line = canonicalJson({ line: 1, sshsig });
      expect(reasonOf(withLine(2, line))).toBe("line 2: wrong field sshsig");
    },
  );

  it("counts the lines of the second act", () => {
    const two = proofText(move, [act, actStatement(approval("ben"))]).split("\n");
    const changed = two.with(4, two[4]?.replace('"touched"', '"told"') ?? "").join("\n");
    expect(reasonOf(changed)).toBe("line 5: wrong field predicate.level");
  });

  it.each<[string, string, string]>([
    ["as many lines as it may have, all of them empty", "\n".repeat(2_003), "line 2: not JSON"],
    ["no line", "", "the last line has no end"],
    ["an empty line", "\n", "the move is missing"],
    ["a last line without its end", text.slice(0, -1), "the last line has no end"],
    ["too many lines", "\n".repeat(2_004), "more than 2003 lines"],
    [
      "a signature that names another line",
      withLine(4, lineOf(2)),
      "line 4 does not sign the line before it",
    ],
    [
      "a signature that is not base64",
      withLine(2, '{"line":1,"sshsig":"U1NI="}'),
      "line 2: wrong field sshsig",
    ],
    [
      "a huge signature",
      withLine(2, `{"line":1,"sshsig":"${"U1NI".repeat(4_001)}"}`),
      "line 2: wrong field sshsig",
    ],
    [
      "a duplicate key",
      withLine(3, lineOf(3).replace("{", '{"_type":"x",')),
      'line 3: duplicate key "_type"',
    ],
    ["a space", withLine(3, lineOf(3).replace(":", ": ")), "line 3: not canonical"],
    [
      "keys in another order",
      withLine(2, '{"sshsig":"U1NIU0lH","line":1}'),
      "line 2: not canonical",
    ],
    [
      "an escaped letter",
      withLine(3, lineOf(3).replace('"ana"', '"\\u0061na"')),
      "line 3: not canonical",
    ],
    [
      "an unknown field",
      withLine(1, lineOf(1).replace('"number":2', '"number":2,"owner":1')),
      "line 1: wrong field predicate",
    ],
    [
      "a move where an act is expected",
      withLine(3, lineOf(1)),
      "line 3: wrong field predicateType",
    ],
    [
      "an act where the move is expected",
      withLine(1, lineOf(3)),
      "line 1: wrong field predicateType",
    ],
    [
      "a second subject",
      withLine(3, lineOf(3).replace(/"subject":\[(.*?\})\]/, '"subject":[$1,$1]')),
      "line 3: wrong field subject",
    ],
    ["deep nesting", withLine(5, nested), "line 5: nested deeper than 12"],
    ["no JSON", withLine(5, "inputs"), "line 5: not JSON"],
    ["a list", withLine(5, "[]"), "line 5: wrong field at the top"],
    [
      "an oversized line",
      withLine(5, `"${"x".repeat(4_000_000)}"`),
      "line 5: longer than 4000000 characters",
    ],
    [
      "a level that no signature has",
      withLine(3, lineOf(3).replace('"touched"', '"told"')),
      "line 3: wrong field predicate.level",
    ],
    [
      "an actor without its open seats",
      withLine(5, lineOf(5).replace(',"load":0', "")),
      "line 5: wrong field compiled.roster.0.load",
    ],
    [
      "a task name with a space",
      withLine(3, lineOf(3).replace("cs-12", "cs 12")),
      "line 3: wrong field predicate.task",
    ],
  ])("refuses %s", (_what, changed, reason) => {
    expect(changed).not.toBe(text);
    expect(reasonOf(changed)).toBe(reason);
  });

  it.each<PersonAct>([
    approval(),
    { act: "override", ...taskFields("ana"), ...SHOWN_DIFF },
    { act: "release", ...taskFields("ana"), resolutions: [{ do: "retry" }] },
    { act: "dispose", ...taskFields("ana"), disposed: [{ id: "F-1", is: "dismissed" }] },
    { act: "mode", ...taskFields("ana"), mode: "auto" },
    { act: "label", ...taskFields("ana"), label: "trivial", added: true },
    {
      act: "cancel",
      ...taskFields("ana"),
      requirement: { id: "agent:codex", sha256: hex("0", 64) },
      reviewer: "codex",
    },
    { act: "retract", ...commonFields("ana"), retracts: hex("0", 64) },
    { act: "accept", ...commonFields("ana"), from: hex("e"), to: hex("f") },
    {
      act: "trust",
      ...commonFields("ana"),
      next: { ...TRUST_REFERENCE, number: 2 },
      added: ["owner ben"],
      removed: [],
    },
    { act: "root", ...commonFields("ana"), files: hex("0", 64) },
    { act: "waypoint", ...commonFields("ana"), number: 9, move: hex("0", 64) },
  ])("reads the act $act", (predicate) => {
    const result = parseProof(proofText(move, [actStatement(predicate)]));
    expect(result.ok && result.proof.acts[0]?.statement.predicate).toEqual(predicate);
  });

  it.each([1, 2, 3, 5])("refuses an unknown field at every place of line %i", (number) => {
    const places = withUnknownField(JSON.parse(lineOf(number)));
    expect(places.length).toBeGreaterThan(0);
    for (const changed of places)
      expect(reasonOf(withLine(number, canonicalJson(changed)))).toContain("wrong field");
  });
});

it("computes the trailer over the lines of the acts and their signatures", () => {
  const result = parseProof(proofText(move, [act, actStatement(approval("ben"))]));
  const lines = proofText(move, [act, actStatement(approval("ben"))])
    .split("\n")
    .slice(2, 6);
  expect(result.ok && proofTrailer(result.proof.acts)).toBe(digestText(`${lines.join("\n")}\n`));
  expect(proofTrailer([])).toBe(digestText(""));
});

/** Returns one copy of a value for each object in it, with an unknown field in that object. */
function withUnknownField(value: Json): Json[] {
  if (typeof value !== "object" || value === null) return [];
  const copies = Object.entries(value).flatMap(([key, item]) =>
    withUnknownField(item ?? null).map(
      (changed): Json =>
        Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
  return Array.isArray(value) ? copies : [{ ...value, zzz: 1 }, ...copies];
}
