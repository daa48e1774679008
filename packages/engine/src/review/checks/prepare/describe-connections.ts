import type { ConnectionFailure, FailedConnection } from "../../../ports/package-network.ts";

const ANY_HOST = "*";
const MAX_NAMED = 5;
const HTTPS_PORT = 443;

/**
 * Describes the hosts that a preparation could not reach and what the owner can do. Null if it reached all hosts.
 */
export function describeConnections(
  failed: readonly FailedConnection[],
  allowHosts: readonly string[],
): string | null {
  if (failed.length === 0) return null;
  const byReason = Map.groupBy(failed, ({ why }) => why);
  const sentences = [...byReason].map(([why, list]) => SENTENCES[why](nameAll(list)));
  const isOld = allowHosts.includes(ANY_HOST) && byReason.has("not_allowed");
  return [...sentences, ...(isOld ? [OLD_ANY_HOST] : [])].join(" ");
}

const OLD_ANY_HOST =
  'The entry "*" of `prepare.allowHosts` no longer allows every host: name the hosts.';

const SENTENCES: Readonly<Record<ConnectionFailure, (hosts: string) => string>> = {
  this_machine: (hosts) =>
    `It tried to reach ${hosts}, which is this machine: a preparation never reaches it.`,
  not_allowed: (hosts) =>
    `It was not allowed to reach ${hosts}: neither the accepted lock file nor the accepted policy names it. ` +
    "To allow it, the owner adds it to `prepare.allowHosts` on the target branch.",
  not_public: (hosts) =>
    `It was not allowed to reach ${hosts}: its address is not public. If it is a registry of yours, add it ` +
    "to `registries` in the engine's settings.json.",
  too_many_bytes: (hosts) => `Its connection to ${hosts} was ended: it carried too many bytes.`,
  unreachable: (hosts) => `${hosts} could not be reached.`,
};

function nameAll(list: readonly FailedConnection[]): string {
  const names = list.map(({ host, port }) => (port === HTTPS_PORT ? host : `${host}:${port}`));
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
