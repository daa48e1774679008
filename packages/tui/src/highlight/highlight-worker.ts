import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { highlightLines } from "./highlight-lines.ts";

const Asked = z.object({ language: z.string(), lines: z.array(z.string()) });

/* A thread of its own: however long code takes, no key waits for it. */
parentPort?.on("message", (message: unknown) => {
  const { language, lines } = Asked.parse(message);
  void highlightLines(language, lines).then((tints) => parentPort?.postMessage(tints));
});
