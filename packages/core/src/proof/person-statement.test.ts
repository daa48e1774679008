import { describe, expect, it } from "vitest";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { actLine, parsePersonStatement, statedContent } from "./person-statement.ts";
import type { PersonAct } from "./schema-act.ts";
import { type CommandAct, commandStatement } from "./schema-command-act.ts";

const TERMS = {
  by: "ana",
  key: `SHA256:${"a".repeat(43)}`,
  level: "touched",
  nonce: "0".repeat(32),
  at: "2026-11-16T02:10:11Z",
  until: "2026-11-16T02:20:11Z",
} as const;
const COMMAND: CommandAct = {
  ...TERMS,
  command: "record_verdict",
  organisation: "acme",
  task: null,
};
const REQUEST = "f".repeat(64);
const [BASE, HEAD, TREE] = ["b".repeat(40), "c".repeat(40), "d".repeat(40)];
const LINE = canonicalJson(commandStatement(COMMAND, REQUEST));

const COMMON = {
  ...TERMS,
  repository: `csr_${"5".repeat(32)}`,
  trust: { number: 3, sha256: "1".repeat(64) },
  note: null,
} as const;
const MODE: PersonAct = {
  ...COMMON,
  act: "mode",
  task: "cs-12",
  round: 3,
  content: { base: BASE, head: HEAD, tree: TREE, changes: "2".repeat(64) },
  policy: "3".repeat(64),
  plan: null,
  mode: "batch",
};
const SUBJECT = { target: "main", tree: TREE };
const contentOf = (line: string) => {
  const statement = parsePersonStatement(line);
  return statement === null ? null : statedContent(statement);
};

describe("the statement of a command", () => {
  it("names the command and the digest of its request", () => {
    expect(parsePersonStatement(LINE)).toMatchObject({
      subject: [{ name: "record_verdict", digest: { sha256: REQUEST } }],
      predicate: COMMAND,
    });
  });

  it.each([
    ["text that is not JSON", "{"],
    ["a key twice", LINE.replace("{", '{"_type":"x",')],
    [
      "more depth than a statement has",
      LINE.replace("{", `{"a":${"[".repeat(20)}${"]".repeat(20)},`),
    ],
    ["an unknown field", LINE.replace('"by":', '"as":"ben","by":')],
    ["a level that no signature shows", LINE.replace("touched", "told")],
    ["the type of another statement", LINE.replace("command/v1", "act/v1")],
  ])("is refused with %s", (_, line) => {
    expect(parsePersonStatement(line)).toBeNull();
  });

  it("names a task, its round and its tree", () => {
    const round = { number: 3, base: BASE, head: HEAD, tree: TREE };
    const onTask = (task: CommandAct["task"]) =>
      contentOf(canonicalJson(commandStatement({ ...COMMAND, task }, REQUEST)));
    expect(contentOf(LINE)).toEqual({ task: null, round: null, tree: null });
    expect(onTask({ id: "cs-12", round: null, requirement: null })).toEqual({
      ...{ task: "cs-12", round: null, tree: null },
    });
    expect(onTask({ id: "cs-12", round, requirement: "layer:owner" })).toEqual({
      ...{ task: "cs-12", round: 3, tree: TREE },
    });
  });
});

describe("the statement of an act", () => {
  it("names the target branch and the tree as its subject", () => {
    expect(parsePersonStatement(actLine(MODE, SUBJECT))).toMatchObject({
      predicateType: "https://countersign.dev/act/v1",
      subject: [{ name: "refs/heads/main", digest: { gitTree: TREE } }],
      predicate: MODE,
    });
  });

  it("names a task, its round and its tree, or only the tree", () => {
    expect(contentOf(actLine(MODE, SUBJECT))).toEqual({ task: "cs-12", round: 3, tree: TREE });
    const retract: PersonAct = { ...COMMON, act: "retract", retracts: "4".repeat(64) };
    expect(contentOf(actLine(retract, SUBJECT))).toEqual({ task: null, round: null, tree: TREE });
  });

  it("is not made with a field that does not fit the format", () => {
    expect(() => actLine(MODE, { ...SUBJECT, target: "a b" })).toThrow("pattern");
  });
});
