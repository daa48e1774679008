import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { OPERATIONS, type Operation } from "../description/rest-description.ts";
import type { FaultKind } from "../world/faults.ts";
import type { World } from "../world/world.ts";
import { ACTIVITY_OPERATIONS } from "./activity-operations.ts";
import { answerFault, takeFault } from "./answer-fault.ts";
import { APP_OPERATIONS } from "./app-operations.ts";
import { authenticate } from "./authenticate.ts";
import { failureAnswer, type RestAnswer, RestFailure, type RestHandler } from "./call.ts";
import { CHECK_OPERATIONS } from "./check-operations.ts";
import { HOOK_OPERATIONS } from "./hook-operations.ts";
import { ISSUE_OPERATIONS } from "./issue-operations.ts";
import { paginate } from "./paginate.ts";
import { isPermitted } from "./permissions.ts";
import { PULL_OPERATIONS } from "./pull-operations.ts";
import { nextHour, REPOSITORY_OPERATIONS } from "./repository-operations.ts";
import { REVIEW_OPERATIONS } from "./review-operations.ts";

const HANDLERS: Readonly<Record<string, RestHandler>> = {
  ...APP_OPERATIONS,
  ...HOOK_OPERATIONS,
  ...PULL_OPERATIONS,
  ...REVIEW_OPERATIONS,
  ...ISSUE_OPERATIONS,
  ...CHECK_OPERATIONS,
  ...REPOSITORY_OPERATIONS,
  ...ACTIVITY_OPERATIONS,
};

const ROOT = "/api/v3";
const HOURLY_LIMIT = 5000;

type Request = { operation: Operation; params: Record<string, string>; url: URL; body: unknown };

/** Answers one request below `/api/v3` and checks it and its answer against GitHub's description. */
export async function serveRest(
  world: World,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? "/", world.url);
  const path = url.pathname.slice(ROOT.length);
  const raw = await text(incoming);
  const operation = OPERATIONS.find(
    ({ name, match }) => name.startsWith(`${incoming.method} `) && match(path) !== null,
  );
  const at = `${incoming.method} ${path}`;
  if (operation === undefined || HANDLERS[operation.name] === undefined) {
    world.deviations.push({ at, problem: "The hub does not implement this operation" });
    return send(response, { status: 501, body: { message: "Not implemented by the hub" } });
  }
  const body: unknown = raw === "" ? undefined : JSON.parse(raw);
  const request = { operation, params: operation.match(path) ?? {}, url, body };
  const fault = takeFault(world, operation.name);
  if (fault !== null && answerFault(fault, response)) {
    return record(world, request, response.statusCode, true);
  }
  const answer = await answerRequest(world, request, incoming.headers.authorization);
  const problem = operation.checkResponse(answer.status, answer.body);
  if (problem !== null) world.deviations.push({ at: `${at} → ${answer.status}`, problem });
  finish(world, request, incoming, response, answer, fault);
}

async function answerRequest(
  world: World,
  { operation, params, url, body }: Request,
  authorization: string | undefined,
): Promise<RestAnswer> {
  const query = url.searchParams;
  const problem = operation.checkRequest(params, query, body);
  if (problem !== null) {
    world.deviations.push({ at: operation.name, problem });
    return failureAnswer(new RestFailure(422, `Invalid request.\n\n${problem}`));
  }
  try {
    const actor = authenticate(world, authorization);
    if (actor.kind === "none" && operation.name !== "POST /app-manifests/{code}/conversions")
      throw new RestFailure(401, "Requires authentication");
    if (!isPermitted(actor, operation.name))
      throw new RestFailure(403, "Resource not accessible by integration");
    const handler = HANDLERS[operation.name];
    if (handler === undefined) throw new RestFailure(501, "Not implemented by the hub");
    return await handler({ world, actor, params, query, body });
  } catch (error) {
    if (error instanceof RestFailure) return failureAnswer(error);
    world.deviations.push({ at: operation.name, problem: String(error) });
    return { status: 500, body: { message: String(error) } };
  }
}

/** Adds pages, the entity tag and the rate limit. An answer that did not change costs nothing. */
function finish(
  world: World,
  request: Request,
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: RestAnswer,
  fault: FaultKind | null,
): void {
  const { body, headers } = paginate(request.url, answer);
  const printed = body === undefined ? "" : JSON.stringify(body);
  const etag = `W/"${createHash("sha256").update(printed).digest("hex")}"`;
  const isRead = incoming.method === "GET" && answer.status === 200;
  const isSame = isRead && incoming.headers["if-none-match"] === etag;
  record(world, request, isSame ? 304 : answer.status, !isSame);
  if (fault === "act_then_cut") {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isRead) response.setHeader("etag", etag);
  send(response, isSame ? { status: 304 } : { status: answer.status, body }, world);
}

function record(world: World, request: Request, status: number, isCounted: boolean): void {
  const { operation, url } = request;
  const path = `${url.pathname.slice(ROOT.length)}${url.search}`;
  const atMs = Date.now();
  world.requests.push({ operation: operation.name, path, status, isCounted, atMs });
}

function send(response: ServerResponse, { status, body }: RestAnswer, world?: World): void {
  const used = world?.requests.filter(({ isCounted }) => isCounted).length ?? 0;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-github-request-id": randomUUID(),
    "x-ratelimit-limit": String(HOURLY_LIMIT),
    "x-ratelimit-remaining": String(Math.max(HOURLY_LIMIT - used, 1)),
    "x-ratelimit-reset": String(nextHour()),
    "x-ratelimit-resource": "core",
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
