import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { requestStatement, withSignature } from "../attack/acts/act-lab.ts";
import { judgeChain, problemsOf } from "./judge-chain.ts";
import {
  createPersonKey,
  openProofEngine,
  type PersonKey,
  type ProofEngine,
  signLine,
} from "./open-proof-engine.ts";

const NOTHING = {
  ...{ addPeople: [], removePeople: [], addKeys: [], removeKeys: [], addOwners: [] },
  ...{ removeOwners: [], addRecovery: [], removeRecovery: [], addEngines: [], removeEngines: [] },
  ...{ addWitnesses: [], removeWitnesses: [], revoke: [] },
};

/** Signs a request with a key and returns it. */
async function sign({ engine }: ProofEngine, by: Principal, key: PersonKey, id: string) {
  const decide = (as: Principal) => engine.signTrust(as, "shop", id);
  const line = await requestStatement(by, key, decide);
  return await decide(withSignature(by, line, signLine(key, line)));
}

async function untilDone({ engine, ana }: ProofEngine, id: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const request = await engine.trustRequest(ana, "shop", id);
    if (request.state === "done") return request;
    if (request.state !== "complete") throw new Error(`${id} is ${request.state}`);
    await pause(50);
  }
  throw new Error(`${id} was not carried out`);
}

async function beginTrust(lab: ProofEngine): Promise<string> {
  const { engine, ana, ben, keys } = lab;
  const root = { kind: "root", people: [], recovery: [] } as const;
  const { id } = await engine.proposeTrust(ana, "shop", root);
  expect(await sign(lab, ana, keys.ana, id)).toMatchObject({
    state: "open",
    waits: { owners: 1, of: ["ben"] },
  });
  await sign(lab, ben, keys.ben, id);
  await untilDone(lab, id);
  return id;
}

describe("trust", () => {
  it("begins with a root that every owner signs, and changes with the quorum", async () => {
    const lab = await openProofEngine({
      hasRoot: false,
      more: { files: {} },
      policy: { trust: { humanPresence: "terminal" } },
    });
    const { engine, ana, ben, keys, shop } = lab;
    await beginTrust(lab);
    const view = await engine.trust(ana, "shop");
    expect(view).toMatchObject({ request: null, trust: { number: 1, quorum: 2 } });
    expect(view.root).toMatch(/^csr1[0-9a-f]{64}$/);
    expect(JSON.parse(shop.git("show", "main:countersign.json")).trust.humanPresence).toBe(
      "verified",
    );

    const eve = await lab.signIn({ actor: "eve", role: "human" });
    const evesKey = createPersonKey("eve");
    const add = (as: Principal) => engine.addKey(as, { key: evesKey.text });
    const line = await requestStatement(eve, evesKey, add);
    await add(withSignature(eve, line, signLine(evesKey, line)));
    const change = { kind: "change", ...NOTHING, addPeople: ["eve"] } as const;
    const { id, added } = await engine.proposeTrust(ana, "shop", change);
    expect(added).toContain("person eve");
    await sign(lab, ana, keys.ana, id);
    await lab.merged(await lab.waitingTask());
    await sign(lab, ben, keys.ben, id);
    expect((await sign(lab, eve, evesKey, id)).state).toBe("complete");
    await untilDone(lab, id);

    const chain = await judgeChain(lab);
    expect(problemsOf(chain)).toEqual({});
    expect(chain.map(({ move }) => move.how)).toEqual(["trust", "merge", "trust"]);
    const signers = shop.git("show", "main:.countersign/allowed_signers");
    expect(signers).toContain(`eve namespaces="act@countersign" ${evesKey.text}`);
  });
});
