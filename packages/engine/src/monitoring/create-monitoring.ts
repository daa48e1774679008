import type { Pool } from "pg";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import type { Metrics } from "./metrics.ts";
import { readGauges } from "./read-gauges.ts";
import { type Readiness, readReadiness } from "./readiness.ts";

type Watched = { pool: Pool; metrics: Metrics; isRunning(): boolean };

export interface Monitoring {
  /** Returns metrics of this process and of the organisation, in the Prometheus text format. */
  metrics(by: Principal): Promise<string>;
  /** Returns whether this process can serve requests, per component. */
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
