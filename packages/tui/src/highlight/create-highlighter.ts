import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { CODE_PAINTS, type Tints } from "./tints.ts";

export type Code = { readonly language: string; readonly lines: readonly string[] };

/** Says what the parts of code are. */
export type Highlighter = {
  /** One answer for each line; null: there was none in time. */
  highlight(code: Code): Promise<readonly Tints[] | null>;
  close(): void;
};

/** Code can be written so that it takes for ever; whoever takes so long is ended. */
const LONGEST_MS = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

const Answered = z.array(
  z.array(z.object({ from: z.int(), to: z.int(), paint: z.enum(CODE_PAINTS) })),
);

/** A thread of its own, which begins with the first question and again after one that it failed. */
export function createHighlighter(longestMs = LONGEST_MS): Highlighter {
  let worker: Worker | null = null;
  const end = (): void => {
    void worker?.terminate();
    worker = null;
  };
  return {
    async highlight(code) {
      worker ??= startWorker();
      try {
        return await ask(worker, code, longestMs);
      } catch {
        end();
        return null;
      }
    },
    close: end,
  };
}

function startWorker(): Worker {
  // In a bundle it lies beside this file and is called otherwise.
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "mjs";
  const file = new URL(`./highlight-worker.${ending}`, import.meta.url);
  const worker = new Worker(file, { resourceLimits: LIMITS, stdout: true, stderr: true });
  // Whoever asks hears of what fails; nobody else is told.
  worker.on("error", () => undefined);
  worker.unref();
  return worker;
}

async function ask(worker: Worker, code: Code, longestMs: number): Promise<readonly Tints[]> {
  const signal = AbortSignal.timeout(longestMs);
  const answer = once(worker, "message", { signal });
  worker.postMessage(code);
  const [message] = await answer;
  return Answered.parse(message);
}
