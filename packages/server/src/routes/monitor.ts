import { monitorRoutes } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { authenticateRequest } from "../http/authenticate-request.ts";
import type { Server } from "../http/implement-route.ts";

/** Serves the monitoring routes. Only metrics need a token; liveness and readiness are public. */
export function addMonitoringRoutes(server: Server): void {
  const { app, engine } = server;
  const { healthz, readyz, metrics } = monitorRoutes;
  app.get(healthz.path, () => Response.json({ ok: true }));
  app.get(readyz.path, async () => {
    const parts = Object.entries(await engine.readiness());
    const missing = parts.filter(([, is]) => !is).map(([part]) => part);
    if (missing.length > 0)
      throw new CountersignError("unreachable", `Not ready: ${missing.join(", ")}`, {
        details: { missing: missing.join(",") },
      });
    return Response.json({ ready: true });
  });
  app.get(metrics.path, async (context) => {
    const by = await authenticateRequest(server, context.req.raw, metrics);
    return new Response(await engine.metrics(by), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
}
