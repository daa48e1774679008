import type { DLogger } from "@dbos-inc/dbos-sdk";

const MOST = 2_000;

/** Passes on what DBOS warns of, on one line; the rest is of no use to anybody. */
export function dbosLogger(log: (line: string) => void): DLogger {
  const say = (entry: unknown) => log(String(entry).replaceAll(/\s+/g, " ").slice(0, MOST));
  return { debug: () => undefined, info: () => undefined, warn: say, error: say };
}
