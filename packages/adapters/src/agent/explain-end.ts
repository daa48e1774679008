import type { ProcessResult } from "@countersign/engine";
import { explainTimeout, judgeResponse, type RequestFailure } from "../egress/judge-response.ts";
import type { ForwardFailure } from "./forward-request.ts";
import type { GatewayTraffic } from "./model-gateway.ts";

type KillReason = Extract<ProcessResult["end"], { how: "killed" }>["why"];

/** Explains why a killed program has no result. */
export function explainKill(
  name: string,
  why: KillReason,
  passed: Pick<GatewayTraffic, "waiting">,
  timeoutMs: number,
): RequestFailure {
  switch (why) {
    case "aborted":
      return explainTimeout(name, false, timeoutMs);
    case "timeout": {
      const late = explainTimeout(name, true, timeoutMs);
      const waited = passed.waiting > 0 ? "; its model server had not answered" : "";
      return { ...late, reason: late.reason + waited };
    }
    case "memory":
      return never(`${name} took more memory than it may`);
    case "processes":
      return never(`${name} started more processes than it may`);
    case "disk":
      return never(`${name} filled more of the disk than it may`);
    case "signal":
      return { ok: false, reason: `${name} was ended from outside`, again: "soon" };
  }
}

/** Explains a failure between the gateway and the model server; null if there was none. */
export function explainForwardFailure(
  name: string,
  trouble: ForwardFailure,
  nowMs: number,
): RequestFailure {
  const who = `${name}'s model server`;
  switch (trouble.kind) {
    case "status":
      return judgeStatus(who, trouble, nowMs);
    case "unreachable":
      return { ok: false, reason: `${who} cannot be reached (${trouble.code})`, again: "soon" };
    case "silent":
      return { ok: false, reason: `${who} said nothing for too long`, again: "soon" };
    case "cut":
      return { ok: false, reason: `${who} broke off in the middle of an answer`, again: "soon" };
    case "too_long":
      return never(`${who} answered with more than ${trouble.bytes} bytes`);
  }
}

function judgeStatus(
  who: string,
  { status, headers, body }: Extract<ForwardFailure, { kind: "status" }>,
  nowMs: number,
): RequestFailure {
  const said = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const received = { ok: true, status, headers: Object.fromEntries(said), body } as const;
  return judgeResponse(who, received, nowMs) ?? never(`${who} answered ${status}`);
}

function never(reason: string): RequestFailure {
  return { ok: false, reason, again: "never" };
}
