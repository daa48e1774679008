import { actLine, CountersignError, canonicalJson, commandStatement } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { type SignedRequest, sendSigned } from "./sign-request.ts";

const KEY = `SHA256:${"a".repeat(43)}`;
const TREE = "d".repeat(40);
const TERMS = {
  by: "ana",
  key: KEY,
  level: "signed",
  nonce: "0".repeat(32),
  at: "2026-11-16T02:10:11Z",
  until: "2026-11-16T02:20:11Z",
} as const;
const COMMON = {
  ...TERMS,
  ...{ repository: `csr_${"5".repeat(32)}`, trust: { number: 1, sha256: "1".repeat(64) } },
  note: null,
} as const;
const ON_TASK = {
  ...{ ...COMMON, task: "cs-1", round: 2, policy: "3".repeat(64), plan: null },
  content: { base: "b".repeat(40), head: "c".repeat(40), tree: TREE, changes: "2".repeat(64) },
};
const SEEN = {
  shown: { what: "summary" as const, sha256: null, files: 1, opened: 0, unshown: [] },
  findings: { sha256: "4".repeat(64), counts: { critical: 0, major: 0, warning: 0, info: 0 } },
};
const REQUIREMENT = { requirement: { id: "layer:owner", sha256: "6".repeat(64) } };

const subject = { target: "main", tree: TREE };
const approve = actLine({ act: "approve", ...ON_TASK, ...SEEN, ...REQUIREMENT }, subject);
const override = actLine({ act: "override", ...ON_TASK, ...SEEN }, subject);
const waypoint = actLine({ act: "waypoint", ...COMMON, number: 1, move: "7".repeat(64) }, subject);
const retract = actLine({ act: "retract", ...COMMON, retracts: "8".repeat(64) }, subject);
const command = (name: string) => {
  const round = { number: 2, base: "b".repeat(40), head: "c".repeat(40), tree: TREE };
  const task = { id: "cs-1", round, requirement: null };
  const act = { ...TERMS, command: name, organisation: "acme", task };
  return canonicalJson(commandStatement(act, "9".repeat(64)));
};
const refused = new CountersignError("human_only", "Sign", { details: { level: "signed" } });

/** Sends a decision to an engine that asks for a signature over this line. Returns the headers that it gets. */
async function send(line: string, request: Partial<SignedRequest> = {}): Promise<string[]> {
  const headers: string[] = [];
  const signer = {
    choose: async () => ({ key: KEY, level: "signed", opened: 3 }) as const,
    sign: async () => ({ sshsig: "c2ln" }),
  };
  const shown = { operation: "approve", task: "cs-1", round: 2, tree: TREE };
  await sendSigned(signer, refused, { ...shown, ...request }, async (header) => {
    headers.push(header);
    if (header.startsWith("request"))
      throw new CountersignError("human_only", "Sign", { details: { statement: line } });
  });
  return headers;
}

describe("sendSigned", () => {
  it("requests the statement with what was displayed, and returns its signature", async () => {
    const signed = `${"0".repeat(32)} c2ln`;
    expect(await send(approve)).toEqual([`request ${KEY} signed opened=3`, signed]);
    expect(await send(command("approve"))).toContain(signed);
    expect(await send(retract, { operation: "undo" })).toContain(signed);
    expect(await send(command("cancel_reviewer"), { operation: "cancelReviewer" })).toContain(
      signed,
    );
  });

  it.each([
    ["an override instead of an approval", override, {}],
    ["an override as a command", command("override"), {}],
    ["another act without a task", waypoint, {}],
    ["a retraction instead of an approval", retract, {}],
    ["an act where none is asked for", approve, { operation: "reopen" }],
    ["another task", approve, { task: "cs-2" }],
    ["another round", approve, { round: 1 }],
    ["another tree", approve, { tree: "e".repeat(40) }],
    ["the retraction of another tree", retract, { operation: "undo", tree: "e".repeat(40) }],
    ["another key", approve.replace("aaa", "aab"), {}],
    ["no statement", "{}", {}],
  ])("signs nothing if the engine asks for %s", async (_what, line, request) => {
    await expect(send(line, request)).rejects.toThrow("Nothing was signed");
  });
});
