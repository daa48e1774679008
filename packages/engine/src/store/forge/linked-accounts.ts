import { CountersignError } from "@countersign/core";
import { and, asc, eq, isNull, ne } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { type ActingParty, recordChange } from "../organisation/organisation-log.ts";
import { forgeAccounts } from "../schema/forge-schema.ts";
import { signIns } from "../schema/sign-in-schema.ts";

/** An account of a forge, by the id that the forge assigned. */
export type AccountKey = { host: string; account: number };

/** A person's account. `signIn`: the person signs in to countersign with it. `admin`: an administrator linked it. */
export type LinkedAccount = AccountKey & {
  login: string | null;
  person: string;
  how: "signIn" | "admin";
};

/** Links an account to a person. Refuses an account that identifies another person. */
export async function linkAccount(
  session: Session,
  { host, account, login, person }: AccountKey & { login: string; person: string },
  by: ActingParty,
): Promise<void> {
  const known = await findAccountPerson(session, { host, account });
  if (known === person) return;
  const added =
    known !== null
      ? []
      : await session.db
          .insert(forgeAccounts)
          .values({ orgId: session.org, host, account, login, person })
          .onConflictDoNothing()
          .returning({ account: forgeAccounts.account });
  if (added.length === 0)
    throw new CountersignError(
      "wrong_state",
      `The account ${account} on ${host} is already linked to ${known ?? "another person"}.`,
      { hint: `Unlink it first: countersign github unlink ${account}` },
    );
  await recordChange(session, by, { type: "account_linked", host, account, login, actor: person });
}

/** Ends the link of an account that an administrator made. */
export async function unlinkAccount(
  session: Session,
  { host, account }: AccountKey,
  by: ActingParty,
): Promise<void> {
  const { db, org } = session;
  const [removed] = await db
    .delete(forgeAccounts)
    .where(isAccount(org, { host, account }))
    .returning({ person: forgeAccounts.person });
  if (removed === undefined)
    throw new CountersignError("not_found", `The account ${account} on ${host} is not linked.`, {
      hint: "List the linked accounts: countersign github status",
    });
  const event = { type: "account_unlinked", host, account, actor: removed.person } as const;
  await recordChange(session, by, event);
}

/**
 * Returns the person behind an account. Null if no person is known for it. The account that a person signs in
 * with identifies that person without a link.
 */
export async function findAccountPerson(
  { db, org }: Session,
  { host, account }: AccountKey,
): Promise<string | null> {
  const [signIn] = await db
    .select({ person: signIns.actor })
    .from(signIns)
    .where(
      and(
        ...[eq(signIns.orgId, org), eq(signIns.issuer, issuerOf(host))],
        ...[eq(signIns.subject, String(account)), isNull(signIns.removed)],
      ),
    );
  if (signIn !== undefined) return signIn.person;
  const [link] = await db
    .select({ person: forgeAccounts.person })
    .from(forgeAccounts)
    .where(isAccount(org, { host, account }));
  return link?.person ?? null;
}

/** Lists the accounts of people on a forge: those that they sign in with, and those that were linked. */
export async function listLinkedAccounts(
  { db, org }: Session,
  host: string,
): Promise<LinkedAccount[]> {
  const signedIn = await db
    .select({ subject: signIns.subject, person: signIns.actor })
    .from(signIns)
    .where(
      and(eq(signIns.orgId, org), eq(signIns.issuer, issuerOf(host)), isNull(signIns.removed)),
    );
  const linked = await db
    .select()
    .from(forgeAccounts)
    .where(and(eq(forgeAccounts.orgId, org), eq(forgeAccounts.host, host)))
    .orderBy(asc(forgeAccounts.person), asc(forgeAccounts.account));
  return [
    ...signedIn.map(({ subject, person }) => {
      return { host, account: Number(subject), login: null, person, how: "signIn" } as const;
    }),
    ...linked.map(({ account, login, person }) => {
      return { host, account, login, person, how: "admin" } as const;
    }),
  ];
}

/** The login of an account that was linked without one. */
const NO_LOGIN = "unknown";

/** Returns the person of each linked account by its login in lower case, as it was when it was linked. */
export async function listAccountLogins(
  { db, org }: Session,
  host: string,
): Promise<Map<string, string>> {
  const rows = await db
    .select({ login: forgeAccounts.login, person: forgeAccounts.person })
    .from(forgeAccounts)
    .where(
      and(
        eq(forgeAccounts.orgId, org),
        eq(forgeAccounts.host, host),
        ne(forgeAccounts.login, NO_LOGIN),
      ),
    )
    .orderBy(asc(forgeAccounts.linked), asc(forgeAccounts.account));
  return new Map(rows.map(({ login, person }) => [login.toLowerCase(), person]));
}

/** The issuer of a sign-in with an account of this host. */
function issuerOf(host: string): string {
  return `https://${host}`;
}

function isAccount(org: string, { host, account }: AccountKey) {
  return and(
    eq(forgeAccounts.orgId, org),
    eq(forgeAccounts.host, host),
    eq(forgeAccounts.account, account),
  );
}
