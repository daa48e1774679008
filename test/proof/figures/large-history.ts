import { generateHistory, type HistoryOptions } from "../lab/generate-history.ts";
import type { Lab } from "../lab/lab.ts";

/** A policy with 13 requirements: nine built-in checks, two of the project, an agent and an owner. */
const THIRTEEN = {
  checks: [
    { id: "types", run: "true" },
    { id: "unit", run: "true" },
  ],
};

/** A history of ordinary merges, each with one approval and 13 requirements. */
export function generateMerges(merges: number, more: Partial<HistoryOptions> = {}): Lab {
  return generateHistory({
    ...{ seed: 53, moves: merges + 1, steps: ["merge", "squash"], kinds: ["ed25519"] },
    ...{ policy: THIRTEEN, ...more },
  });
}
