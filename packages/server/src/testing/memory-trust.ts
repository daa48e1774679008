import type { Client } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine } from "@countersign/engine";
import { expect } from "vitest";

type TrustCalls = "trust" | "trustRequest" | "proposeTrust" | "signTrust" | "withdrawTrust";

/** Trust without a database: no repository has a trust file. Tests with signatures use the real engine. */
export function memoryTrust(): Pick<Engine, TrustCalls> {
  const refuse = async (): Promise<never> => {
    throw new CountersignError("not_found", "There is no such repository");
  };
  return {
    trust: refuse,
    trustRequest: refuse,
    proposeTrust: refuse,
    signTrust: refuse,
    withdrawTrust: refuse,
  };
}

/** Calls every route about trust. */
export async function manageTrust(person: Client): Promise<void> {
  const at = { repo: "shop", id: "trust-00000000" };
  const refusals = [
    () => person.readTrust({ repo: "shop" }),
    () => person.readTrustRequest(at),
    () => person.proposeTrust({ repo: "shop", body: { kind: "root" } }),
    () => person.signTrust({ ...at, body: {} }),
    () => person.withdrawTrust(at),
  ];
  for (const call of refusals) await expect(call()).rejects.toMatchObject({ code: "not_found" });
}
