import { expect, it } from "vitest";
import type { z } from "zod";
import type { Json } from "../kernel/canonical-json.ts";
import { finding, requirement, verdict } from "../testing/decision-of.ts";
import { trustOf } from "../testing/evidence-of.ts";
import {
  approval,
  commonFields,
  decidedRound,
  hex,
  moveFields,
  moveStatement,
  taskFields,
} from "../testing/proof-of.ts";
import { PersonAct } from "./schema-act.ts";
import { CommandAct } from "./schema-command-act.ts";
import { ProofInputs } from "./schema-inputs.ts";
import { MoveStatement } from "./schema-move.ts";
import { TrustFile } from "./schema-trust.ts";

const round = decidedRound({
  stages: [[requirement("agent:codex")], [requirement("layer:owner")]],
  verdicts: [
    verdict("agent:codex", "approved", "codex", { family: "gpt", engineRun: true }),
    verdict("layer:owner", "approved"),
  ],
  findings: [finding("info", { raisedBy: ["codex", "gemini"], rounds: [1, 2] })],
  skipped: [{ layer: "peer", reason: "alone", because: { entry: "", fact: "" } }],
});
const {
  repository: _repository,
  trust: _trust,
  note: _note,
  ...personFields
} = commonFields("ana");

/** One valid value of each part of the format. */
const ACT = approval();
const RELEASE = { act: "release", ...taskFields("ana"), resolutions: [{ do: "retry" }] };
const DISPOSAL = { act: "dispose", ...taskFields("ana"), disposed: [{ id: "F-1", is: "open" }] };
const COMMAND = { ...personFields, command: "redo", organisation: "acme", task: null };
const MOVE = moveStatement(moveFields(round));
const TRUST = trustOf({ witnesses: { quorum: 0, keys: ["w+1+a@https://w.example"] } }).file;
const INPUTS = round.inputs.value;

/** Returns a copy of a value with another value at a path. */
function withValue(value: unknown, [key, ...path]: readonly string[], other: Json): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.with(Number(key), withValue(value[Number(key)], path, other));
  const fields = new Map(Object.entries(value ?? {}));
  return { ...Object.fromEntries(fields), [key]: withValue(fields.get(key), path, other) };
}

const key = (begin: string, end = "") => `${begin}ssh-ed25519 ${"A".repeat(40)}${end}`;
const SPACED = [" ", "\n"];
const around = (text: string) => SPACED.flatMap((space) => [`${space}${text}`, `${text}${space}`]);
const FINGERPRINT = `SHA256:${"a".repeat(43)}`;
const TIME = "2026-11-16T02:10:11Z";
const NAMES = ["a_b_c_d_e", "accept_work"];
const RELEASES = ["10.20.30", "0.1.0-rc.1"];

type Row = [string, z.ZodType, object, string, Json[], Json[]];

it.each<Row>([
  ["the nonce of an act", PersonAct, ACT, "nonce", [hex("a", 32)], around(hex("a", 32))],
  ["the key of an act", PersonAct, ACT, "key", [FINGERPRINT], around(FINGERPRINT)],
  ["the time of an act", PersonAct, ACT, "at", [TIME], [...around(TIME), "2026-11-16T02:10:11"]],
  [
    "the repository of an act",
    PersonAct,
    ACT,
    "repository",
    [`csr_${hex("5", 32)}`],
    around(`csr_${hex("5", 32)}`),
  ],
  ["what was shown", PersonAct, ACT, "shown.what", ["diff", "summary"], ["", "list"]],
  [
    "a path that was not shown",
    PersonAct,
    ACT,
    "shown.unshown",
    [["image.png"], ["x".repeat(4_096)]],
    [[""], ["x".repeat(4_097)]],
  ],
  [
    "the resolutions of a release",
    PersonAct,
    RELEASE,
    "resolutions",
    [[{ do: "retry" }, { do: "retry" }]],
    [[]],
  ],
  [
    "a disposed finding",
    PersonAct,
    DISPOSAL,
    "disposed.0.is",
    ["open", "dismissed", "deferred"],
    ["", "disputed"],
  ],
  ["the name of a command", CommandAct, COMMAND, "command", NAMES, around("accept_work")],
  ["the nonce of a command", CommandAct, COMMAND, "nonce", [hex("a", 32)], around(hex("a", 32))],
  [
    "how the target moved",
    MoveStatement,
    MOVE,
    "predicate.how",
    ["merge", "squash", "rebase", "forge", "accept", "trust"],
    ["", "push"],
  ],
  [
    "the release of a policy",
    MoveStatement,
    MOVE,
    "predicate.policy.release",
    RELEASES,
    [...around("0.1.0"), "1.2", "0.1.0-", "0.1.0-a b"],
  ],
  [
    "the branch of a move",
    MoveStatement,
    MOVE,
    "subject.0.name",
    ["refs/heads/main"],
    [...around("refs/heads/main"), "main"],
  ],
  [
    "the log of a move",
    MoveStatement,
    MOVE,
    "predicate.log",
    [{ seq: 7, head: hex("a", 64), seal: 3, path: [] }],
    [{ seq: 7, head: hex("a", 64), seal: 0, path: [] }],
  ],
  ["a key for recovery", TrustFile, TRUST, "recovery.0", [key("")], [key(" "), key("", " ana")]],
  [
    "the page of a passkey",
    TrustFile,
    TRUST,
    "people.ana.keys.0.origins",
    [["https://cs.example"], ["http://localhost:1"]],
    [[" https://cs.example"], ["https://cs.example/a"], ["file://a"]],
  ],
  ["a witness", TrustFile, TRUST, "witnesses.keys.0", ["w+1+a@https://w"], ["a b", "", "a\n"]],
  [
    "a skipped layer",
    ProofInputs,
    INPUTS,
    "plan.skipped",
    [[{ layer: "peer", reason: "alone" }]],
    [[{ layer: "peer" }], [{ reason: "alone" }], [{}]],
  ],
  [
    "an added reviewer",
    ProofInputs,
    INPUTS,
    "plan.gaps",
    [[{ reviewer: "codex", foundBy: "claude" }]],
    [[{}]],
  ],
  ["the family of a verdict", ProofInputs, INPUTS, "verdicts.items.0.family", ["gpt"], [1]],
  ["who ran a reviewer", ProofInputs, INPUTS, "verdicts.items.0.engineRun", [true], ["engine"]],
  [
    "whether a reviewer saw the whole change",
    ProofInputs,
    INPUTS,
    "verdicts.items.0.notShownWhole",
    [true],
    [false],
  ],
  [
    "who raised a finding",
    ProofInputs,
    INPUTS,
    "report.findings.0.raisedBy",
    [["codex"], ["codex", "gemini"]],
    [[]],
  ],
  ["when it was raised", ProofInputs, INPUTS, "report.findings.0.rounds", [[1, 2]], [[], [0]]],
  ["the number of a round", ProofInputs, INPUTS, "round.number", [1, 2], [0]],
  [
    "the signal of a round",
    ProofInputs,
    INPUTS,
    "round.signal",
    ["DONE", "PARTIAL", "BLOCKED"],
    ["", "done"],
  ],
  [
    "reviewers without a result",
    ProofInputs,
    INPUTS,
    "round.noResult",
    [["agent:codex"]],
    [["x".repeat(401)]],
  ],
  [
    "who stated the type",
    ProofInputs,
    INPUTS,
    "compiled.assignment.statedBy",
    ["person", "planner", "author"],
    ["", "tracker"],
  ],
  ["the load of an actor", ProofInputs, INPUTS, "compiled.roster.0.load", [0, 3], [-1]],
  [
    "a type that was asked for",
    ProofInputs,
    INPUTS,
    "compiled.assignment.askedType",
    ["code"],
    ["x".repeat(201)],
  ],
  [
    "the family of an author",
    ProofInputs,
    INPUTS,
    "compiled.assignment.authorFamily",
    ["gpt"],
    ["x".repeat(201)],
  ],
  [
    "who added a label",
    ProofInputs,
    INPUTS,
    "compiled.assignment.labels",
    [[{ name: "docs", by: "tracker" }]],
    [[{ name: "docs", by: "" }]],
  ],
  [
    "a reviewer to avoid",
    ProofInputs,
    INPUTS,
    "compiled.assignment.avoid",
    [["codex"]],
    [["x".repeat(201)]],
  ],
])("%s is within its limits", (_what, schema, valid, path, accepted, refused) => {
  const isAccepted = (value: Json) =>
    schema.safeParse(withValue(valid, path.split("."), value)).success;
  expect(accepted.filter((value) => !isAccepted(value))).toEqual([]);
  expect(refused.filter(isAccepted)).toEqual([]);
});

it("leaves out no field of a verdict that the decision reads", () => {
  const [item] = ProofInputs.parse(INPUTS).verdicts.items;
  expect(item).toMatchObject({ family: "gpt", engineRun: true });
});
