import { type Contract, contract } from "../routes/contract.ts";
import type { Route } from "../routes/route.ts";
import { StreamHead, StreamLine } from "../schemas/replies.ts";
import type { Connection } from "./call.ts";
import { bindRoute, type RouteCall } from "./call.ts";
import { followEvents, type OnLink, type StreamOptions } from "./follow-events.ts";
import type { ActSigner } from "./sign-request.ts";

export type ClientSettings = {
  /** The address of the engine, such as `http://127.0.0.1:4711`. */
  baseUrl: string;
  /** Omit to call only public routes. */
  token?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
  /** Signs decisions that the engine refuses without a signature. Default: they stay refused. */
  signer?: ActSigner | undefined;
};

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Creates a client with one method per route of the contract. Refusals are thrown as the
 * `CountersignError` that the engine threw; without a response the code is `unreachable` or
 * `timed_out`.
 */
export function createClient({ baseUrl, token, fetch, timeoutMs, signer }: ClientSettings) {
  const connection: Connection = {
    baseUrl,
    token,
    fetch: fetch ?? globalThis.fetch,
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signer,
    signInTurn: createTurn(),
  };
  return {
    ...bindContract(connection),
    /** Streams events after a cursor; null starts with the first event, `now` with the next one. */
    events: (
      after: string | null,
      signal: AbortSignal,
      onLink?: OnLink,
    ): AsyncGenerator<StreamLine, void, void> =>
      followEvents(connection, after, signal, { schema: StreamLine, onLink }),
    /** Streams heads of events like `events`, and tells of changes of the person's own drafts and read marks. */
    heads: (
      after: string | null,
      signal: AbortSignal,
      told: Pick<StreamOptions<StreamHead>, "onLink" | "onOwn"> = {},
    ): AsyncGenerator<StreamHead, void, void> =>
      followEvents(connection, after, signal, {
        schema: StreamHead,
        query: "?only=heads",
        ...told,
      }),
  };
}

/** Creates a function that runs each work when the one before it has ended, also if that failed. */
function createTurn(): Connection["signInTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

export type Client = ReturnType<typeof createClient>;

/** The client method of a route. */
type ClientMethod<Bound> =
  Bound extends Route<infer Method, infer Params, infer Query, infer Body, infer Reply>
    ? RouteCall<Method, Params, Query, Body, Reply>
    : never;

/** One method per route of the contract, by the name of the route. */
type ContractMethods = { [Name in keyof Contract]: ClientMethod<Contract[Name]> };

/** Creates the methods of all routes. */
function bindContract(connection: Connection): ContractMethods {
  const methods: Partial<Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(contract))
    methods[name] = bindRoute(connection, route);
  return methods as ContractMethods;
}
