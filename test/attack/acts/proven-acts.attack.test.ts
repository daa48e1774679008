import { createHash, randomBytes } from "node:crypto";
import { type CountersignError, parsePersonStatement, type Task } from "@countersign/core";
import type { Engine, Principal } from "@countersign/engine";
import { beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  createTestKey,
  decideSigned,
  enrol,
  requestStatement,
  signStatement,
  withSignature,
} from "./act-lab.ts";
import { openActEngine } from "./open-act-engine.ts";

const anasKey = createTestKey();
const trust = `${JSON.stringify({
  ...{ version: 1, number: 1, repository: `csr_${randomBytes(16).toString("hex")}` },
  people: {
    ana: { keys: [{ key: anasKey.text, origins: [], attested: false, addedBy: "ana" }] },
  },
  ...{ owners: ["ana"], quorum: 1, recovery: [], engines: {}, revoked: [] },
  witnesses: { quorum: 0, keys: [] },
})}\n`;
const lab = await openActEngine({
  key: anasKey,
  files: { ".countersign/trust.json": trust },
  policy: { merge: { graceSeconds: 600 } },
});
const { engine, ana, approve, shown } = lab;
const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

let task: Task;
beforeAll(async () => {
  task = await lab.waitingTask();
});

type ClientCommand = Parameters<Engine["command"]>[3];
const command = (body: ClientCommand) => (by: Principal) =>
  engine.command(by, lab.key(), task.id, body);

/** Asks for the statement of a command and parses it. */
async function statementOf(decide: (by: Principal) => Promise<unknown>) {
  return parsePersonStatement(await requestStatement(ana, anasKey, decide));
}

describe("I1 Complete: an act for a target with a trust file can be part of a proof", () => {
  it("states the content, the question, what was shown and the trust file", async () => {
    const { base, head, tree } = task.round?.content ?? { base: "", head: "", tree: "" };
    const [before, after] = ["000000 ".concat("0".repeat(64)), `100644 ${sha256("x\n")}`];
    const plan = task.round?.plan;
    const statement = await statementOf(approve(task));
    expect(statement).toMatchObject({
      predicateType: "https://countersign.dev/act/v1",
      subject: [{ name: "refs/heads/main", digest: { gitTree: tree } }],
      predicate: {
        ...{ act: "approve", by: "ana", key: anasKey.fingerprint, task: task.id, round: 1 },
        content: { base, head, tree, changes: sha256(`${before} ${after} f1.txt\0`) },
        trust: { number: 1, sha256: sha256(trust) },
        plan: plan?.digest,
        requirement: {
          id: "layer:owner",
          sha256: plan?.requirements.find(({ id }) => id === "layer:owner")?.digest,
        },
        shown: { what: "summary", sha256: null, files: 1, opened: 0, unshown: [] },
        findings: { counts: { critical: 0, major: 0, warning: 0, info: 0 } },
      },
    });
  });

  it("names the displayed patch if the client displayed it", async () => {
    const request = {
      is: "request",
      key: anasKey.fingerprint,
      level: "signed",
      opened: 9,
    } as const;
    const refused = await approve(task)({ ...ana, act: request }).then(
      () => null,
      (error: CountersignError) => error,
    );
    const { content } = task.round ?? {};
    const patch = lab.shop.git("diff", "--full-index", content?.base ?? "", content?.tree ?? "");
    expect(parsePersonStatement(refused?.details.statement ?? "")?.predicate).toMatchObject({
      shown: { what: "diff", sha256: sha256(`${patch}\n`), files: 1, opened: 1, unshown: [] },
    });
  });

  it("exists for each decision that a verifier recomputes", async () => {
    const seat = { requirement: "layer:owner", reviewer: "ana" };
    const kinds: [ClientCommand, object][] = [
      [{ type: "override", ...shown(task), reason: "urgent" }, { act: "override" }],
      [
        { type: "release", ...shown(task), offered: null, resolutions: [{ do: "retry" }] },
        { act: "release", resolutions: [{ do: "retry" }] },
      ],
      [
        { type: "dispose", finding: "F-1", ...shown(task), as: { is: "deferred", link: "x" } },
        { act: "dispose", disposed: [{ id: "F-1", is: "deferred" }] },
      ],
      [
        { type: "change_mode", ...shown(task), mode: "batch" },
        { act: "mode", mode: "batch" },
      ],
      [
        { type: "cancel_reviewer", ...shown(task), ...seat },
        { act: "cancel", reviewer: "ana" },
      ],
      [{ type: "undo", ...shown(task) }, { command: "undo" }],
      [{ type: "reopen", ...shown(task) }, { command: "reopen" }],
    ];
    for (const [body, predicate] of kinds)
      expect((await statementOf(command(body)))?.predicate).toMatchObject(predicate);
  });

  it("is bound to the whole request, and hides its texts", async () => {
    const override = (reason: string): ClientCommand => ({
      ...{ type: "override", ...shown(task), reason },
    });
    const line = await requestStatement(ana, anasKey, command(override("urgent")));
    const again = await requestStatement(ana, anasKey, command(override("urgent")));
    const [one, two] = [line, again].map((text) => parsePersonStatement(text)?.predicate);
    expect(line).not.toContain("urgent");
    expect(one).not.toMatchObject({ note: two && "note" in two ? two.note : null });
    const signed = withSignature(ana, again, signStatement(anasKey, again));
    expect(await codeOf(command(override("other"))(signed))).toBe("human_only");
  });

  it("is refused for a key that the trust file does not list", async () => {
    const ben = await lab.signIn({ actor: "ben", role: "human" });
    const key = createTestKey();
    await enrol(lab, ben, key);
    await expect(requestStatement(ben, key, approve(task))).rejects.toThrow("trust file");
  });

  it("approves, and its undo retracts exactly this act", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    await approve(task)(withSignature(ana, line, signStatement(anasKey, line)));
    const undo = command({ type: "undo", ...shown(task) });
    expect((await statementOf(undo))?.predicate).toMatchObject({
      ...{ act: "retract", retracts: sha256(line) },
    });
    await decideSigned(ana, anasKey, undo);
    expect((await engine.task(ana, task.id)).phase.is).toBe("reviewing");
  });
});
