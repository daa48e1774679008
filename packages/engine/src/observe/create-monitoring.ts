import type { Pool } from "pg";
import { requireMay } from "../access/may.ts";
import type { Engine } from "../engine.ts";
import type { Metrics } from "./metrics.ts";
import { readGauges } from "./read-gauges.ts";
import { readReadiness } from "./readiness.ts";

type Watched = { pool: Pool; metrics: Metrics; isRunning(): boolean };

/** What monitors are told. */
export function createMonitoring({
  pool,
  metrics,
  isRunning,
}: Watched): Pick<Engine, "metrics" | "readiness"> {
  return {
    async metrics(by) {
      requireMay(by, "read");
      return `${await readGauges(pool, by.org)}${metrics.text()}`;
    },
    readiness: () => readReadiness(pool, isRunning()),
  };
}
