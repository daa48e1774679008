import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TRUST_ON_FORGE } from "../../crash/boundary-groups.ts";
import { type AskOwner, createSigner, proposeTrust } from "../../crash/drive-trust.ts";
import { verifyProofs } from "../../crash/verify-proofs.ts";
import { type KilledShop, openKilledShop } from "./open-killed-shop.ts";

const KILLS = inject("scale") >= 10 ? 20 : 1;
const AGAIN_MS = 200;
const PROOFS = "refs/countersign/*:refs/countersign/*";

const { signer, text } = createSigner();
let shop: KilledShop;
let repo = "";

const ask: AskOwner = async (question) => {
  for (;;) {
    try {
      return await question(shop.client(signer));
    } catch (error) {
      const isSilent = error instanceof CountersignError && error.code === "unreachable";
      if (!isSilent) throw error;
      await pause(AGAIN_MS);
    }
  }
};

/** Verifies a clone of the forge. */
async function verifyForge(): Promise<void> {
  const { root } = await ask((client) => client.readTrust({ repo }));
  await shop.clone.git("checkout", "--quiet", "--detach");
  await shop.clone.git("fetch", "--quiet", "origin", "main:main", PROOFS);
  await verifyProofs(await shop.clone.git("rev-parse", "--show-toplevel"), { root });
}

beforeAll(async () => {
  shop = await openKilledShop({ merge: { through: "push" } });
  const { items } = await ask((client) => client.listRepositories({}));
  repo = items[0]?.id ?? "";
  await ask((client) => client.addKey({ body: { key: text } }));
  const root = await proposeTrust(ask, repo, "root");
  await root.sign();
  await root.done();
});

afterAll(() => shop?.stop());

describe.each(TRUST_ON_FORGE)("an engine that is killed at %s on a forge", (at) => {
  it(`moves the forge's target once and leaves one proof after ${KILLS} kills`, {
    timeout: 3_600_000,
  }, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const change = await proposeTrust(ask, repo, "change", `w${kill}`);
      const signing = Promise.withResolvers<void>();
      await shop.killAt(at, async () => {
        change.sign().then(signing.resolve, signing.reject);
      });
      await signing.promise;
      await change.done();
    }
    expect(shop.killed).toHaveLength(KILLS);
    await verifyForge();
  });
});
