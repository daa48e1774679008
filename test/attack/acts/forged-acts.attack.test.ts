import type { Task } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
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

const lab = await openActEngine();
const { engine, ana, anasKey, approve, shown, waitingTask } = lab;
const ben = await lab.signIn({ actor: "ben", role: "human" });
const [bensKey, strangersKey] = [createTestKey(), createTestKey()];
await enrol(lab, ben, bensKey);

let task: Task;
beforeEach(async () => {
  task = await waitingTask();
});

/** Signs the approval of the task and presents the signature as told. Returns the refusal's message. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  expect(await codeOf(attempt)).toBe("human_only");
  expect((await engine.task(ana, task.id)).phase.is).toBe("reviewing");
  return attempt.then(
    () => "accepted",
    ({ message }: Error) => message,
  );
}

describe("I1 Complete: an act that does not fit lets nothing through", () => {
  it("presented a second time", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    const signed = withSignature(ana, line, signStatement(anasKey, line));
    await approve(task)(signed);
    const other = await waitingTask();
    expect(await codeOf(approve(other)(signed))).toBe("human_only");
    expect((await engine.task(ana, other.id)).phase.is).toBe("reviewing");
  });

  it("signed for another task", async () => {
    const other = await waitingTask();
    const line = await requestStatement(ana, anasKey, approve(other));
    const signed = withSignature(ana, line, signStatement(anasKey, line));
    expect(await refusal(approve(task)(signed))).toContain("another decision");
  });

  it("signed for another command, or for the same one with another reason", async () => {
    const override = (reason: string) => (by: Principal) =>
      engine.command(by, lab.key(), task.id, { type: "override", ...shown(task), reason });
    const line = await requestStatement(ana, anasKey, override("urgent"));
    const signed = withSignature(ana, line, signStatement(anasKey, line));
    expect(await refusal(approve(task)(signed))).toContain("another decision");
    expect(await refusal(override("other")(signed))).toContain("another decision");
  });

  it("signed for an earlier round", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    await engine.command(ana, lab.key(), task.id, {
      type: "redo",
      ...shown(task),
      quickIssues: [],
      customFeedback: "again",
      option: "keep",
      priority: "same",
    });
    lab.shop.write("more.txt", `${task.id}\n`);
    lab.shop.commit("More");
    lab.shop.git("branch", "--force", `again-${task.id}`);
    const from = { branch: `again-${task.id}` };
    const work = { task: task.id, from, signal: "DONE", summary: "" } as const;
    await engine.submitWork(lab.agent, lab.key(), work);
    const now = await lab.until(
      task.id,
      ({ phase, round }) =>
        round?.number === 2 && phase.is === "reviewing" && phase.person !== null,
    );
    const signed = withSignature(ana, line, signStatement(anasKey, line));
    expect(await refusal(approve(now)(signed))).toContain("another decision");
  });

  it("of another person", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    const signed = withSignature(ben, line, signStatement(anasKey, line));
    expect(await refusal(approve(task)(signed))).toContain("unknown, expired");
    const byBen = withSignature(ana, line, signStatement(bensKey, line));
    expect(await refusal(approve(task)(byBen))).toContain("another key");
  });

  it("prepared for a key that is not the person's", async () => {
    for (const key of [bensKey, strangersKey])
      expect(await codeOf(requestStatement(ana, key, approve(task)))).toBe("human_only");
  });

  it("replaced by a newer one, because a person has at most one open", async () => {
    const first = await requestStatement(ana, anasKey, approve(task));
    await requestStatement(ana, anasKey, approve(task));
    const signed = withSignature(ana, first, signStatement(anasKey, first));
    expect(await refusal(approve(task)(signed))).toContain("unknown, expired");
  });

  it("expired", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    await lab.database.owner.query(
      "UPDATE countersign.acts SET until = now() - interval '1 second' WHERE recorded IS NULL",
    );
    const signed = withSignature(ana, line, signStatement(anasKey, line));
    expect(await refusal(approve(task)(signed))).toContain("unknown, expired");
  });

  it.each([
    ["in another namespace", { namespace: "git" }, "namespace"],
    ["with trailing bytes", { whole: (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)]) }, ""],
    ["by the engine's namespace", { namespace: "move@countersign" }, "namespace"],
  ])("%s", async (_what, parts, message) => {
    const line = await requestStatement(ana, anasKey, approve(task));
    const signed = withSignature(ana, line, signStatement(anasKey, line, parts));
    expect(await refusal(approve(task)(signed))).toContain(message);
  });

  it("over another statement", async () => {
    const line = await requestStatement(ana, anasKey, approve(task));
    const signed = withSignature(ana, line, signStatement(anasKey, line.replace("cs-", "cx-")));
    expect(await refusal(approve(task)(signed))).toContain("signature");
  });

  it("of a retired key", async () => {
    const second = createTestKey();
    const add = (by: Principal) => engine.addKey(by, { key: second.text });
    const line = await requestStatement(ben, bensKey, add);
    const proof = signStatement(second, line);
    await add(withSignature(ben, line, signStatement(bensKey, line), proof));
    const approval = approve(task);
    const prepared = await requestStatement(ben, bensKey, approval);
    await lab.database.owner.query(
      "UPDATE countersign.person_keys SET retired = now() WHERE fingerprint = $1",
      [bensKey.fingerprint],
    );
    const signed = withSignature(ben, prepared, signStatement(bensKey, prepared));
    expect(await refusal(approval(signed))).toContain("has no key");
  });

  it("of a process that has the token, while the key stays with the person", async () => {
    expect(await refusal(approve(task)(ana))).toContain("none was presented");
    const add = (by: Principal) => engine.addKey(by, { key: strangersKey.text });
    expect(await codeOf(decideSigned(ana, strangersKey, add))).toBe("human_only");
  });
});

describe("I1 Complete: the level is read from the signature", () => {
  it("claims no touch that the device did not see", async () => {
    const device = createTestKey("ed25519-sk");
    const person = await lab.signIn({ actor: "dora", role: "human" });
    await enrol(lab, person, device);
    const decide = approve(task);
    const overstated = decideSigned(person, device, decide, { level: "touched", flags: 0 });
    expect(await refusal(overstated)).toContain("The statement says touched");
  });
});
