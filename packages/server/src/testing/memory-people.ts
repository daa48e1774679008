import type { Client } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Engine } from "@countersign/engine";
import { expect } from "vitest";
import { manageKeys } from "./memory-keys.ts";
import { manageTrust } from "./memory-trust.ts";

type PeopleCalls =
  | "signInPerson"
  | "acceptInvitation"
  | "signInAdministrator"
  | "people"
  | "removePerson"
  | "invitePerson";

/** People without a database: none sign in. Tests with an identity provider use the real engine. */
export function memoryPeople(): Pick<Engine, PeopleCalls> {
  const refuse = async () => {
    throw new CountersignError("forbidden", "No person here signs in with this account.");
  };
  return {
    signInPerson: refuse,
    acceptInvitation: refuse,
    signInAdministrator: refuse,
    people: async () => [],
    async removePerson(_by, actor) {
      throw new CountersignError("not_found", `${actor} has neither a sign-in nor an invitation`);
    },
    invitePerson: async (_by, { actor }) => ({ actor, invitation: "csi_x", expiresMs: 0 }),
  };
}

/** Calls every route about people and their keys, on a server without an identity provider. */
export async function managePeople(admin: Client, person: Client): Promise<void> {
  await manageKeys(person);
  await manageTrust(person);
  expect(await person.listSignInMethods()).toEqual({ items: [] });
  expect(await admin.listPeople()).toEqual({ items: [] });
  const refusals = [
    [() => admin.invitePerson({ body: { actor: "mia" } }), "wrong_state"],
    [() => admin.removePerson({ actor: "mia" }), "not_found"],
    [() => person.beginSignIn({ body: { method: "oidc" } }), "not_found"],
    [() => person.beginAdministration(), "not_found"],
  ] as const;
  for (const [call, code] of refusals) await expect(call()).rejects.toMatchObject({ code });
}
