import type { ServerResponse } from "node:http";
import type { FaultKind } from "../world/faults.ts";
import type { World } from "../world/world.ts";

const RETRY_AFTER_SECONDS = 1;

type FaultAnswer = { status: number; headers: Record<string, string>; body: object };

const LIMIT_MESSAGE =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

const ANSWERS: Partial<Record<FaultKind, FaultAnswer>> = {
  secondary_limit: {
    status: 403,
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
    body: {
      message: LIMIT_MESSAGE,
      documentation_url:
        "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits",
    },
  },
  too_many_requests: {
    status: 429,
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
    body: { message: "API rate limit exceeded" },
  },
  bad_gateway: { status: 502, headers: {}, body: { message: "Server Error" } },
  false_merge: {
    status: 200,
    headers: {},
    body: { sha: "1".repeat(40), merged: true, message: "Pull Request successfully merged" },
  },
};

/** Answers a call with a fault. Returns false if the call must be carried out first. */
export function answerFault(fault: FaultKind, response: ServerResponse): boolean {
  if (fault === "act_then_cut") return false;
  if (fault === "hang") return true;
  const answer = ANSWERS[fault];
  if (answer === undefined) {
    response.destroy();
    return true;
  }
  const type = { "content-type": "application/json; charset=utf-8" };
  response.writeHead(answer.status, { ...type, ...answer.headers });
  response.end(JSON.stringify(answer.body));
  return true;
}

/** Returns the fault that applies to this call, and counts it. */
export function takeFault(world: World, operation: string): FaultKind | null {
  const fault = world.faults.find((one) => one.times > 0 && one.operation === operation);
  if (fault === undefined) return null;
  fault.times -= 1;
  return fault.kind;
}
