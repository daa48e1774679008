/**
 * How the hub misbehaves. `hang`: it never answers. `cut`: it closes the connection and does nothing.
 * `act_then_cut`: it does what was asked and closes the connection. `false_merge`: it says "merged" and does nothing.
 */
export type FaultKind =
  | "secondary_limit"
  | "too_many_requests"
  | "bad_gateway"
  | "hang"
  | "cut"
  | "act_then_cut"
  | "false_merge";

/** A fault of the next `times` calls of an operation, for example `POST /repos/{owner}/{repo}/check-runs`. */
export type HubFault = { operation: string; kind: FaultKind; times: number };

/** A request that was answered. `isCounted` is false if it costs nothing of the rate limit. */
export type RequestRecord = {
  operation: string;
  path: string;
  status: number;
  isCounted: boolean;
  atMs: number;
};
