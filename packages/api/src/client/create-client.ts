import type { StreamLine } from "../schemas/replies.ts";
import { bindContract } from "./bind-contract.ts";
import type { Connection } from "./call.ts";
import { followEvents, type OnLink } from "./follow-events.ts";

export type ClientSettings = {
  /** The address of the engine, such as `http://127.0.0.1:4711`. */
  baseUrl: string;
  /** Omit to call only public routes. */
  token?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs?: number | undefined;
};

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Creates a client with one method per route of the contract. Refusals are thrown as the
 * `CountersignError` that the engine threw; without a response the code is `unreachable` or
 * `timed_out`.
 */
export function createClient({ baseUrl, token, fetch, timeoutMs }: ClientSettings) {
  const connection: Connection = {
    baseUrl,
    token,
    fetch: fetch ?? globalThis.fetch,
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  return {
    ...bindContract(connection),
    /** Streams events after a cursor; null starts with the first event, `now` with the next one. */
    events: (
      after: string | null,
      signal: AbortSignal,
      onLink?: OnLink,
    ): AsyncGenerator<StreamLine, void, void> => followEvents(connection, after, signal, onLink),
  };
}

export type Client = ReturnType<typeof createClient>;
