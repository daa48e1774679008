import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { buildSchema, graphql, parse, validate } from "graphql";
import { z } from "zod";
import { answerFault, takeFault } from "../rest/answer-fault.ts";
import { authenticate } from "../rest/authenticate.ts";
import { type Actor, RestFailure } from "../rest/call.ts";
import type { World } from "../world/world.ts";
import { createRoot } from "./create-root.ts";

const schema = buildSchema(
  readFileSync(new URL("../description/schema.graphql", import.meta.url), "utf8"),
);
const Query = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
});
const OPERATION = "POST /graphql";

/** Answers a GraphQL request. A query that GitHub's schema does not allow is a deviation. */
export async function serveGraphql(
  world: World,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { query, variables } = Query.parse(JSON.parse(await text(incoming)));
  const record = (status: number) =>
    world.requests.push({
      operation: OPERATION,
      path: "/graphql",
      status,
      isCounted: true,
      atMs: Date.now(),
    });
  const fault = takeFault(world, OPERATION);
  if (fault !== null && answerFault(fault, response)) {
    record(response.statusCode);
    return;
  }
  const actor = actorOf(world, incoming.headers.authorization);
  if (actor === null) {
    record(401);
    send(response, 401, { message: "Bad credentials" });
    return;
  }
  const problems = validate(schema, parse(query)).map(String);
  world.deviations.push(...problems.map((problem) => ({ at: OPERATION, problem })));
  const rootValue = createRoot(world, actor);
  const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
  record(200);
  if (fault === "act_then_cut") response.destroy();
  else send(response, 200, result);
}

function actorOf(world: World, authorization: string | undefined): Actor | null {
  try {
    const actor = authenticate(world, authorization);
    return actor.kind === "none" || actor.kind === "app" ? null : actor;
  } catch (error) {
    if (error instanceof RestFailure) return null;
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}
