import { randomUUID } from "node:crypto";
import type { Engine, Log } from "@countersign/engine";
import { Hono } from "hono";
import { createBuckets } from "./guards/buckets.ts";
import {
  createKnownTokens,
  DEFAULT_LIMITS,
  limitRequests,
  type RequestLimits,
} from "./guards/limit-requests.ts";
import { type AllowedHosts, requireKnownHost } from "./guards/require-known-host.ts";
import { addSecurityHeaders } from "./guards/security-headers.ts";
import type { Env, Server } from "./http/implement-route.ts";
import { toProblem, unknownAddress } from "./http/problem.ts";
import { addPageRoutes } from "./pages/add-page-routes.ts";
import { loadPages } from "./pages/load-pages.ts";
import { addActRoutes } from "./routes/acts.ts";
import { addAssignmentRoutes } from "./routes/assignments.ts";
import { addAuditRoutes } from "./routes/audit.ts";
import { addChangeRoutes } from "./routes/changes.ts";
import { addDecisionRoutes } from "./routes/decisions.ts";
import { addEngineRoutes } from "./routes/engine.ts";
import { addEventRoute, type StreamSettings } from "./routes/events.ts";
import { addForgeRoutes } from "./routes/forge.ts";
import { addKeyRoutes } from "./routes/keys.ts";
import { addLearningRoutes } from "./routes/learning.ts";
import { addMcpRoute, type McpFetch } from "./routes/mcp.ts";
import { addMonitoringRoutes } from "./routes/monitor.ts";
import { addOwnReadingRoutes } from "./routes/own-reading.ts";
import { addPasskeyRoutes } from "./routes/passkeys.ts";
import { addPeopleRoutes } from "./routes/people.ts";
import { addRepositoryRoutes } from "./routes/repositories.ts";
import { addSessionRoutes } from "./routes/sessions.ts";
import { addSignInRoutes } from "./routes/sign-in.ts";
import { addSprintRoutes } from "./routes/sprint.ts";
import { addTaskRoutes } from "./routes/tasks.ts";
import { addTokenRoutes } from "./routes/tokens.ts";
import { addTrustRoutes } from "./routes/trust.ts";
import { addWebhookRoutes } from "./routes/webhooks.ts";
import { addWorkRoutes } from "./routes/work.ts";
import { createSignInService, type SignInSettings } from "./sign-in/sign-in-service.ts";
import { createOrganisationTails } from "./stream/organisation-tail.ts";

export type AppSettings = AllowedHosts & {
  engine: Engine;
  version: string;
  /** Identifies this engine process. */
  instance: string;
  log: Log;
  /** The page that explains each error code; null if there is none. */
  docsUrl?: string | null;
  streams?: Partial<StreamSettings>;
  limits?: Partial<RequestLimits>;
  /** Serves agents at /mcp. Omit to disable MCP. */
  mcp?: McpFetch;
  /** Serves the web interface from the files of its build. Omit to serve no pages. */
  pages?: { directory: string };
  /** How people sign in at the public address. Omit to accept no cookies and no identity provider. */
  signIn?: SignInSettings;
};

const STREAMS: StreamSettings = {
  pollMs: 250,
  keepAliveMs: 5_000,
  connections: 1_000,
  perCredential: 8,
};
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE"]);

/** Creates the HTTP app of the engine. It authenticates and parses requests; the engine decides. */
export function createApp(settings: AppSettings): Hono<Env> {
  const { engine, log, docsUrl = null } = settings;
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    context.set("request", randomUUID());
    await next();
    addSecurityHeaders(context.res.headers);
    context.res.headers.set("x-request-id", context.get("request"));
  });
  app.use(async ({ req, env }, next) => {
    requireKnownHost(req.raw.headers, settings, env?.port);
    if (!METHODS.has(req.method)) throw unknownAddress();
    await next();
  });
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const guesses = createBuckets(limits.wrongBurst, limits.wrongPerSecond);
  const cookieOrigin = settings.signIn?.origin ?? null;
  const known = createKnownTokens();
  app.use(limitRequests(limits, { guesses, known, cookieOrigin }));
  app.onError((error, context) => toProblem(error, context.get("request"), { log, docsUrl }));
  app.notFound(() => {
    throw unknownAddress();
  });
  const server: Server = { app, engine, cookieOrigin };
  const streams = { ...STREAMS, ...settings.streams };
  const tails = createOrganisationTails(engine, streams);
  addEngineRoutes(server, settings);
  addRepositoryRoutes(server);
  addTaskRoutes(server);
  addChangeRoutes(server);
  addWorkRoutes(server);
  addAssignmentRoutes(server);
  addDecisionRoutes(server);
  addOwnReadingRoutes(server, tails);
  addSprintRoutes(server);
  addTokenRoutes(server);
  addKeyRoutes(server);
  addActRoutes(server);
  addTrustRoutes(server);
  addSessionRoutes(server, guesses);
  const service =
    settings.signIn === undefined ? null : createSignInService(engine, settings.signIn, log);
  addSignInRoutes(server, { service, known });
  addPasskeyRoutes(server, { guesses, known });
  addPeopleRoutes(server, service);
  addForgeRoutes(server);
  addAuditRoutes(server);
  addLearningRoutes(server);
  addMonitoringRoutes(server);
  addWebhookRoutes(server);
  if (settings.mcp !== undefined) addMcpRoute(server, settings.mcp);
  addEventRoute(server, streams, tails, log);
  if (settings.pages !== undefined) addPageRoutes(app, loadPages(settings.pages.directory));
  return app;
}
