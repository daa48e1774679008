import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { highlightLines } from "./highlight-lines.ts";

const Asked = z.object({ language: z.string(), lines: z.array(z.string()) });

/* Runs in its own thread, so slow code never delays a key. */
parentPort?.on("message", (message: unknown) => {
  const { language, lines } = Asked.parse(message);
  void highlightLines(language, lines).then((tints) => parentPort?.postMessage(tints));
});
parentPort?.postMessage("ready");
