import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { CODE_PAINTS, type Tints } from "@countersign/review";
import { z } from "zod";

export type Code = { readonly language: string; readonly lines: readonly string[] };

/** Finds the syntax elements of code. */
export type Highlighter = {
  /** Returns one result per line, or null after a timeout. */
  highlight(code: Code): Promise<readonly Tints[] | null>;
  close(): void;
};

/** Milliseconds after which highlighting is cancelled: hostile code can take arbitrarily long. */
const TIMEOUT_MS = 5_000;
/** Milliseconds that the worker has to load, which a busy machine needs several seconds for. */
const START_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

const Answered = z.array(
  z.array(z.object({ from: z.int(), to: z.int(), paint: z.enum(CODE_PAINTS) })),
);

/** Highlights in a worker thread, which starts with the first request and restarts after a failure. */
export function createHighlighter(timeoutMs = TIMEOUT_MS): Highlighter {
  let started: Started | null = null;
  const end = (): void => {
    void started?.worker.terminate();
    started = null;
  };
  return {
    async highlight(code) {
      started ??= startWorker();
      const { worker, ready } = started;
      try {
        await ready;
        return await ask(worker, code, timeoutMs);
      } catch {
        end();
        return null;
      }
    },
    close: end,
  };
}

type Started = { readonly worker: Worker; readonly ready: Promise<unknown> };

function startWorker(): Started {
  // A bundle contains the worker beside this file under another extension.
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "mjs";
  const file = new URL(`./highlight-worker.${ending}`, import.meta.url);
  const worker = new Worker(file, { resourceLimits: LIMITS, stdout: true, stderr: true });
  // The pending request fails; there is no other listener.
  worker.on("error", () => undefined);
  worker.unref();
  return { worker, ready: once(worker, "message", { signal: AbortSignal.timeout(START_MS) }) };
}

async function ask(worker: Worker, code: Code, timeoutMs: number): Promise<readonly Tints[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = once(worker, "message", { signal });
  worker.postMessage(code);
  const [message] = await answer;
  return Answered.parse(message);
}
