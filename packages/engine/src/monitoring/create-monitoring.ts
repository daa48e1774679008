import type { Pool } from "pg";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { Metrics } from "./metrics.ts";
import { readGauges } from "./read-gauges.ts";
import { type Readiness, readReadiness } from "./readiness.ts";

type Watched = { pool: Pool; metrics: Metrics; isRunning(): boolean };

export interface Monitoring {
  /** Metrics of this process and of the organisation, in the text format of Prometheus. */
  metrics(by: Principal): Promise<string>;
  /** Whether requests can be served now, part by part. */
  readiness(): Promise<Readiness>;
}

export function createMonitoring({ pool, metrics, isRunning }: Watched): Monitoring {
  return {
    async metrics(by) {
      requirePermission(by, "read");
      return `${await readGauges(pool, by.org)}${metrics.text()}`;
    },
    readiness: () => readReadiness(pool, isRunning()),
  };
}
