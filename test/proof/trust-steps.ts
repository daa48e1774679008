import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "@countersign/engine";
import { expect } from "vitest";
import { requestStatement, withSignature } from "../attack/acts/act-lab.ts";
import {
  createPersonKey,
  type PersonKey,
  type ProofEngine,
  signLine,
} from "./open-proof-engine.ts";

/** Signs a request with a key and returns it. */
export async function signTrust(
  { engine }: ProofEngine,
  by: Principal,
  key: PersonKey,
  id: string,
) {
  const decide = (as: Principal) => engine.signTrust(as, "shop", id);
  const line = await requestStatement(by, key, decide);
  return await decide(withSignature(by, line, signLine(key, line)));
}

/** Waits until a signed request is on the target. */
export async function untilTrusted({ engine, ana }: ProofEngine, id: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const request = await engine.trustRequest(ana, "shop", id);
    if (request.state === "done") return request;
    if (request.state !== "complete") throw new Error(`${id} is ${request.state}`);
    await pause(50);
  }
  throw new Error(`${id} was not carried out`);
}

/** Begins trust with a root that both owners sign. */
export async function beginTrust(lab: ProofEngine): Promise<string> {
  const { engine, ana, ben, keys } = lab;
  const root = { kind: "root", people: [], recovery: [] } as const;
  const { id } = await engine.proposeTrust(ana, "shop", root);
  expect(await signTrust(lab, ana, keys.ana, id)).toMatchObject({
    state: "open",
    waits: { owners: 1, of: ["ben"] },
  });
  await signTrust(lab, ben, keys.ben, id);
  await untilTrusted(lab, id);
  return id;
}

/** Lets a new person add a key, and returns both. */
export async function joinWithKey(
  { engine, signIn }: ProofEngine,
  actor: string,
): Promise<{ by: Principal; key: PersonKey }> {
  const by = await signIn({ actor, role: "human" });
  const key = createPersonKey(actor);
  const add = (as: Principal) => engine.addKey(as, { key: key.text });
  const line = await requestStatement(by, key, add);
  await add(withSignature(by, line, signLine(key, line)));
  return { by, key };
}
