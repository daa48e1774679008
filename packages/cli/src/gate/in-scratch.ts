import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { addCleanup, runCleanups } from "../runtime/early-exit.ts";

const INTERRUPTED = 130;
const SIGNALS = ["SIGTERM", "SIGHUP"] as const;

/** Runs some work in a directory that is removed afterwards, also when the program is ended meanwhile. */
export async function withScratchDirectory<Value>(
  name: string,
  work: (directory: string, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), `countersign-${name}-`));
  const abort = new AbortController();
  const done = work(directory, abort.signal).finally(() =>
    rm(directory, { recursive: true, force: true, maxRetries: 5 }),
  );
  const stay = addCleanup(async () => {
    abort.abort(new CountersignError("timed_out", "Stopped; temporary files were removed"));
    await done.catch(() => undefined);
  });
  const end = (): never => process.exit(INTERRUPTED);
  const onSignal = (): void => {
    runCleanups().then(end, end);
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  try {
    return await done;
  } finally {
    stay();
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}
