import { EVERYBODY } from "../schemas/words.ts";
import type { Route } from "./route.ts";

type MonitorRoute = Pick<Route, "operationId" | "method" | "path" | "x-roles">;

/** Monitoring routes, at their conventional unversioned paths; our client does not use them. */
export const monitorRoutes = {
  /** Liveness of the process. */
  healthz: { operationId: "healthz", method: "get", path: "/healthz", "x-roles": "public" },
  /** Readiness, or the part that is not ready. */
  readyz: { operationId: "readyz", method: "get", path: "/readyz", "x-roles": "public" },
  /** Metrics in Prometheus's text format. */
  metrics: { operationId: "metrics", method: "get", path: "/metrics", "x-roles": EVERYBODY },
} as const satisfies Record<string, MonitorRoute>;
