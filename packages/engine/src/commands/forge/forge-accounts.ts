import { requirePermission } from "../../access/permissions.ts";
import { type Principal, principalActor } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { linkAccount, unlinkAccount } from "../../store/forge/linked-accounts.ts";
import { allowName } from "../create-credential.ts";
import { requireForge } from "./require-forge.ts";

/** An account on the forge, and the person that it belongs to. */
export type NewAccountLink = { account: number; login: string; person: string };

/**
 * Links an account on the forge to a person. It is refused like a credential of that person would be, because
 * reviews of the account count as theirs.
 */
export async function linkForgeAccount(
  scope: EngineScope,
  by: Principal,
  { account, login, person }: NewAccountLink,
): Promise<void> {
  requirePermission(by, "create_human_token");
  const { host } = requireForge(scope);
  await scope.transact(async (session) => {
    const request = { linked: { account, login, person } };
    await allowName(scope, session, { by, wanted: { actor: person, role: "human" }, request });
    await linkAccount(session, { host, account, login, person }, principalActor(by));
  });
}

/** Ends the link of an account. Its reviews are then only noted. */
export async function unlinkForgeAccount(
  scope: EngineScope,
  by: Principal,
  account: number,
): Promise<void> {
  requirePermission(by, "manage_tokens");
  const { host } = requireForge(scope);
  await scope.transact((session) => unlinkAccount(session, { host, account }, principalActor(by)));
}
