import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";

const require = createRequire(import.meta.url);

const Events = z.array(
  z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }),
);

export type OfficialExample = { event: string; payload: Readonly<Record<string, unknown>> };

/** Reads the payloads that GitHub's own project publishes: 329 of 58 events. */
export function officialExamples(): OfficialExample[] {
  const path = require.resolve("@octokit/webhooks-examples");
  return Events.parse(JSON.parse(readFileSync(path, "utf8"))).flatMap(({ name, examples }) =>
    examples.map((payload) => ({ event: name, payload })),
  );
}
