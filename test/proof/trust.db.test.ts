import { describe, expect, it } from "vitest";
import { judgeChain, problemsOf } from "./judge-chain.ts";
import { NO_CHANGE } from "./no-change.ts";
import { openProofEngine } from "./open-proof-engine.ts";
import { beginTrust, joinWithKey, signTrust, untilTrusted } from "./trust-steps.ts";

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

    const { by: eve, key: evesKey } = await joinWithKey(lab, "eve");
    const change = { kind: "change", ...NO_CHANGE, addPeople: ["eve"] } as const;
    const { id, added } = await engine.proposeTrust(ana, "shop", change);
    expect(added).toContain("person eve");
    await signTrust(lab, ana, keys.ana, id);
    await lab.merged(await lab.waitingTask());
    await signTrust(lab, ben, keys.ben, id);
    expect((await signTrust(lab, eve, evesKey, id)).state).toBe("complete");
    await untilTrusted(lab, id);

    const chain = await judgeChain(lab);
    expect(problemsOf(chain)).toEqual({});
    expect(chain.map(({ move }) => move.how)).toEqual(["trust", "merge", "trust"]);
    const signers = shop.git("show", "main:.countersign/allowed_signers");
    expect(signers).toContain(`eve namespaces="act@countersign" ${evesKey.text}`);
  });
});
