import type { Route } from "../route.ts";
import { EVERYBODY } from "../schemas/words.ts";

type MonitorRoute = Pick<Route, "operationId" | "method" | "path" | "x-roles">;

/** Where monitors look by custom: outside the versioned addresses, and for no client of ours. */
export const monitorRoutes = {
  /** The process lives. */
  healthz: { operationId: "healthz", method: "get", path: "/healthz", "x-roles": "public" },
  /** Requests can be served, or which part cannot. */
  readyz: { operationId: "readyz", method: "get", path: "/readyz", "x-roles": "public" },
  /** Figures in Prometheus's text format. */
  metrics: { operationId: "metrics", method: "get", path: "/metrics", "x-roles": EVERYBODY },
} as const satisfies Record<string, MonitorRoute>;
