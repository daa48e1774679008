import type { Client } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine } from "@countersign/engine";
import { expect } from "vitest";

type ForgeCalls = "forgeStatus" | "addForgeRepository" | "linkForgeAccount" | "unlinkForgeAccount";

/** An engine that is connected to no forge. Tests with a forge use the real engine. */
export function memoryForge(): Pick<Engine, ForgeCalls> {
  const refuse = async () => {
    throw new CountersignError("wrong_state", "This engine is not connected to GitHub.");
  };
  const nothing = { repositories: [], unlinked: [], pauses: [], accounts: [] };
  return {
    forgeStatus: async () => ({ host: null, app: null, problem: null, ...nothing }),
    addForgeRepository: refuse,
    linkForgeAccount: refuse,
    unlinkForgeAccount: refuse,
  };
}

/** Calls every route about forges, on an engine that is connected to none. */
export async function manageForge(admin: Client): Promise<void> {
  expect(await admin.readForge()).toMatchObject({ host: null, repositories: [] });
  const link = { account: 42, login: "ana-dev", person: "ana" };
  const calls = [
    () => admin.addForgeRepository({ body: { name: "acme/shop" } }),
    () => admin.linkForgeAccount({ body: link }),
    () => admin.unlinkForgeAccount({ account: "42" }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "wrong_state" });
}
