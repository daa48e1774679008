import type { Client } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine } from "@countersign/engine";
import { expect } from "vitest";

const KEY = {
  actor: "ana",
  key: "ssh-ed25519 AAAA",
  addedMs: 0,
  retiredMs: null,
  origins: [],
  credential: null,
};
const FINGERPRINT = `SHA256:${"A".repeat(43)}`;

type KeyCalls =
  | "keys"
  | "addKey"
  | "retireKey"
  | "openAct"
  | "preparedAct"
  | "offerSignature"
  | "createPasskeyChallenge"
  | "beginPasskeySession";

const unknownAct = async () => {
  throw new CountersignError("not_found", "The statement is unknown");
};

/** Keys without a database: one can be added, none is found. Tests with signatures use the real engine. */
export function memoryKeys(): Pick<Engine, KeyCalls> {
  return {
    keys: async () => [],
    addKey: async (_by, { key }) => ({ ...KEY, key, fingerprint: FINGERPRINT }),
    async retireKey(_by, fingerprint) {
      throw new CountersignError("not_found", `You have no key ${fingerprint}`);
    },
    openAct: async () => null,
    preparedAct: unknownAct,
    offerSignature: unknownAct,
    createPasskeyChallenge: () => "csp_1",
    async beginPasskeySession() {
      throw new CountersignError("unauthenticated", "The passkey is unknown");
    },
  };
}

/** Calls every route about keys. */
export async function manageKeys(person: Client): Promise<void> {
  expect(await person.listKeys()).toEqual({ items: [] });
  const { key } = KEY;
  expect(await person.addKey({ body: { key } })).toMatchObject({ key, fingerprint: FINGERPRINT });
  const refused = person.retireKey({ fingerprint: FINGERPRINT });
  await expect(refused).rejects.toMatchObject({ code: "not_found" });
  await useActs(person);
}

/** Calls every route about statements to sign, and about passkeys. */
async function useActs(person: Client): Promise<void> {
  expect(await person.readOpenAct()).toEqual({ act: null });
  expect(await person.createPasskeyChallenge()).toEqual({ challenge: "csp_1" });
  const nonce = "0".repeat(32);
  const bytes = { authenticatorData: "AA", clientData: "AA", signature: "AA" };
  const body = { challenge: "csp_1", credential: "AA", ...bytes, origin: "http://localhost:1" };
  const refusals = [
    [() => person.readAct({ nonce }), "not_found"],
    [() => person.offerSignature({ nonce, body: { sshsig: "AAAA" } }), "not_found"],
    [() => person.beginPasskeySession({ body }), "unauthenticated"],
  ] as const;
  for (const [call, code] of refusals) await expect(call()).rejects.toMatchObject({ code });
}
