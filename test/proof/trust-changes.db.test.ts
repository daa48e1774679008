import { setTimeout as pause } from "node:timers/promises";
import type { CountersignError } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { codeOf, requestStatement, withSignature } from "../attack/acts/act-lab.ts";
import { judgeChain, problemsOf } from "./judge-chain.ts";
import { labWitness } from "./lab/lab-witness.ts";
import { NO_CHANGE } from "./no-change.ts";
import { createPersonKey, openProofEngine, signLine } from "./open-proof-engine.ts";
import { beginTrust, joinWithKey, signTrust, untilTrusted } from "./trust-steps.ts";

const lab = await openProofEngine({
  hasRoot: false,
  more: { files: {} },
  policy: { trust: { humanPresence: "terminal" } },
});
const { engine, ana, ben, keys, shop } = lab;
await beginTrust(lab);

const propose = (by: Principal, change: Partial<typeof NO_CHANGE> | object) =>
  engine.proposeTrust(by, "shop", { kind: "change", ...NO_CHANGE, ...change });
const witness = (number: number) => labWitness(`w${number}.example`, 80 + number).entry;
const trustFile = () => JSON.parse(shop.git("show", "main:.countersign/trust.json"));

/** Proposes a change, and signs it as both owners. */
async function change(what: object): Promise<void> {
  const { id } = await propose(ana, what);
  await signTrust(lab, ana, keys.ana, id);
  await signTrust(lab, ben, keys.ben, id);
  await untilTrusted(lab, id);
}

async function expectProved(): Promise<void> {
  const chain = await judgeChain(lab);
  expect(problemsOf(chain)).toEqual({});
  expect(chain.at(-1)?.subject).toBe(shop.git("rev-parse", "main"));
}

describe("requests that race", () => {
  it("for the same target leave one that waits", async () => {
    const both = await Promise.allSettled([
      propose(ana, { addWitnesses: [witness(1)] }),
      propose(ben, { addWitnesses: [witness(2)] }),
    ]);
    const refused = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map(({ code }: CountersignError) => code)).toEqual(["wrong_state"]);
    const { request } = await engine.trust(ana, "shop");
    await engine.withdrawTrust(ana, "shop", request?.id ?? "");
  });

  it("with merges are carried out, and everything is proved in one chain", async () => {
    const before = (await judgeChain(lab)).length;
    const tasks = [await lab.waitingTask(), await lab.waitingTask()];
    const { id } = await propose(ana, { addWitnesses: [witness(1)] });
    await signTrust(lab, ana, keys.ana, id);
    await Promise.all([
      signTrust(lab, ben, keys.ben, id).then(() => untilTrusted(lab, id)),
      (async () => {
        for (const task of tasks) await lab.merged(task);
      })(),
    ]);
    await expectProved();
    expect(await judgeChain(lab)).toHaveLength(before + 3);
  });
});

describe("signatures of an earlier request", () => {
  it("do not count for another one, and the root cannot be proposed again", async () => {
    const { id } = await propose(ana, { addWitnesses: [witness(3)] });
    const decide = (as: Principal) => engine.signTrust(as, "shop", id);
    const line = await requestStatement(ana, keys.ana, decide);
    const signed = withSignature(ana, line, signLine(keys.ana, line));
    await engine.withdrawTrust(ana, "shop", id);
    expect(await codeOf(decide(signed))).toBe("wrong_state");
    const again = await propose(ana, { addWitnesses: [witness(3)] });
    expect(await codeOf(engine.signTrust(signed, "shop", again.id))).toBe("human_only");
    expect((await engine.trustRequest(ana, "shop", again.id)).signed).toEqual([]);
    await engine.withdrawTrust(ana, "shop", again.id);

    const root = { kind: "root", people: [], recovery: [] } as const;
    await expect(engine.proposeTrust(ana, "shop", root)).rejects.toThrow("trust file already");
  });
});

describe("a request that nobody completes", () => {
  it("expires, counts no further signature and makes room for another one", async () => {
    const { id } = await propose(ana, { addWitnesses: [witness(4)] });
    await signTrust(lab, ana, keys.ana, id);
    await lab.database.owner.query(
      "UPDATE countersign.trust_requests SET until = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    await expect(signTrust(lab, ben, keys.ben, id)).rejects.toThrow(`${id} is expired`);
    expect((await engine.trust(ana, "shop")).request?.state).toBe("expired");
    const [line] = await engine.repositories(ana);
    expect(line?.trustRequest).toBeNull();
    const next = await propose(ben, { addWitnesses: [witness(5)] });
    expect((await engine.trust(ana, "shop")).request?.id).toBe(next.id);
    await engine.withdrawTrust(ben, "shop", next.id);
    expect(trustFile().witnesses.keys).not.toContain(witness(4));
  });
});

describe("an agent with a person's token", () => {
  it("proposes a change that no key of its own can sign, and that the person sees", async () => {
    const agentsKey = createPersonKey("agent");
    const { engine: same, ana: stolen } = lab;
    const add = (as: Principal) => same.addKey(as, { key: agentsKey.text });
    expect(await codeOf(requestStatement(stolen, agentsKey, add))).toBe("human_only");

    const number = trustFile().number;
    const { id } = await propose(stolen, { addRecovery: [agentsKey.text] });
    const sign = (as: Principal) => same.signTrust(as, "shop", id);
    expect(await codeOf(sign(stolen))).toBe("human_only");
    expect(await codeOf(requestStatement(stolen, agentsKey, sign))).not.toBe("accepted");
    const own = await requestStatement(stolen, keys.ana, sign);
    const forged = withSignature(stolen, own, signLine(agentsKey, own));
    expect(await codeOf(sign(forged))).toBe("human_only");
    expect((await engine.trust(ana, "shop")).request).toMatchObject({ id, signed: [] });
    const [shown] = await engine.repositories(ana);
    expect(shown?.trustRequest).toMatchObject({ id, kind: "change", proposedBy: "ana" });
    await pause(300);
    expect(trustFile().number).toBe(number);
    await engine.withdrawTrust(ana, "shop", id);
  });
});

describe("a recovery key", () => {
  it("changes trust alone, after the quorum has added it", async () => {
    const recovery = createPersonKey("recovery");
    await change({ addRecovery: [recovery.text] });
    const { key: fresh } = await joinWithKey(lab, "eve");
    const { id } = await propose(ana, { addWitnesses: [witness(6)] });
    expect((await signTrust(lab, ana, recovery, id)).state).toBe("complete");
    await untilTrusted(lab, id);
    expect(trustFile().witnesses.keys).toContain(witness(6));
    await expectProved();
    expect(fresh.fingerprint).toMatch(/^SHA256:/);
  });
});

describe("a stolen key", () => {
  it("counts for nothing after its revocation, and contradicts merges from the named number on", async () => {
    const { by: cleo, key: cleosKey } = await joinWithKey(lab, "cleo");
    const { id } = await propose(ana, { addPeople: ["cleo"], addOwners: ["cleo"] });
    await signTrust(lab, ana, keys.ana, id);
    await signTrust(lab, ben, keys.ben, id);
    await signTrust(lab, cleo, cleosKey, id);
    await untilTrusted(lab, id);
    const merged = await lab.merged(await lab.waitingTask());
    const last = (await judgeChain(lab)).at(-1)?.move;
    expect([last?.round?.task, last?.acts.length]).toEqual([merged.id, 1]);
    const from = last?.number ?? 0;

    const revocation = { revoke: [{ key: keys.ana.fingerprint, from }], removePeople: ["ana"] };
    const { id: revoking } = await propose(ana, revocation);
    await expect(signTrust(lab, ana, keys.ana, revoking)).rejects.toThrow("is revoked");
    await signTrust(lab, ben, keys.ben, revoking);
    await signTrust(lab, cleo, cleosKey, revoking);
    await untilTrusted(lab, revoking);
    expect(trustFile().revoked).toEqual([{ key: keys.ana.fingerprint, from }]);

    const task = await lab.waitingTask();
    const approve = (as: Principal) =>
      engine.command(as, lab.key(), task.id, { type: "approve", ...lab.shown(task) });
    await expect(requestStatement(ana, keys.ana, approve)).rejects.toThrow("trust file");
  });
});
