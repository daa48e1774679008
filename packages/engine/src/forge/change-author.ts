import { isSameName, type Policy } from "@countersign/core";
import { accountActor } from "../access/reserved-names.ts";
import type { ForgeAccount, ForgeChange, ForgeContributors } from "../ports/forge.ts";

/** The person behind each linked account of the forge, by the number of the account. */
export type LinkedAccounts = ReadonlyMap<number, string>;

/** The actor that submits a change. `sponsor` is the person who is responsible for an agent. */
export type ChangeAuthor = {
  actor: string;
  kind: "agent" | "human";
  sponsor: string | null;
};

/** Maximum number of names that a submission can list. */
const MAX_COMMITTERS = 100;

/**
 * Returns the author of a change, from the account that opened it.
 *
 * An account is an agent, because the forge cannot say whether a person or their agent used it. A person's account
 * makes that person the sponsor; the sponsor of a bot is the person who assigned the work to it. Only the policy
 * can say that a person writes their changes by hand.
 */
export function findAuthor(
  { author }: Pick<ForgeChange, "author">,
  { assignedBy }: Pick<ForgeContributors, "assignedBy">,
  linked: LinkedAccounts,
  { people }: Pick<Policy, "people">,
): ChangeAuthor {
  const actor = accountActor(author);
  if (author.isBot) {
    const isPerson = assignedBy !== null && !assignedBy.isBot;
    return { actor, kind: "agent", sponsor: isPerson ? personName(assignedBy, linked) : null };
  }
  const person = linked.get(author.id);
  const isByHand = (people.handWritten ?? []).some((name) => isSameName(name, person ?? ""));
  if (person !== undefined && isByHand) return { actor: person, kind: "human", sponsor: null };
  return { actor, kind: "agent", sponsor: personName(author, linked) };
}

/**
 * Returns everyone behind the commits. Being listed only removes rights, so people come first: an account without a
 * person has none to lose.
 */
export function listCommitters(
  { committers }: Pick<ForgeContributors, "committers">,
  linked: LinkedAccounts,
): string[] {
  const isLinked = ({ id }: ForgeAccount) => linked.has(id);
  const accounts = [
    ...committers.filter(isLinked),
    ...committers.filter((account) => !isLinked(account)),
  ];
  const names = new Set(accounts.map((account) => personName(account, linked)));
  return [...names].slice(0, MAX_COMMITTERS);
}

function personName(account: ForgeAccount, linked: LinkedAccounts): string {
  return linked.get(account.id) ?? accountActor(account);
}
