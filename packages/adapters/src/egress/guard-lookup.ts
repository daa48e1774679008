import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";

/** Returns why a host may not be reached at an address; null if it may. */
export type RefuseAddress = (host: string, address: string) => string | null;

/** The addresses of a host. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

/**
 * Creates a DNS lookup that refuses forbidden addresses.
 *
 * The connection uses exactly the checked addresses, so a later change of the name has no effect.
 * One forbidden address refuses the whole name.
 */
export function guardLookup(
  refuse: RefuseAddress,
  resolve: Resolve = resolveBySystem,
): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        const reason = addresses
          .map(({ address }) => refuse(host, address))
          .find((refusal) => refusal !== null);
        if (first === undefined || reason !== undefined) {
          return done(refusal(reason ?? "its host has no address"), "", 0);
        }
        if (options.all === true) return done(null, [...addresses]);
        return done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error("no address"), "", 0),
    );
  };
}

/** Returns true if the rules refused a connection, rather than the network. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === REFUSED;
}

const REFUSED = "EgressRefused";

function refusal(reason: string): Error {
  const error = new Error(reason);
  error.name = REFUSED;
  return error;
}

async function resolveBySystem(
  host: string,
): Promise<readonly { address: string; family: number }[]> {
  return await new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });
}
