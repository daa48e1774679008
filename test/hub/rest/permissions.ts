import type { OperationName } from "../description/rest-description.ts";
import { isGranted } from "./app-operations.ts";
import type { Actor } from "./call.ts";

/** The part of a path that says which permission of an installation a call needs. */
const RESOURCES: readonly (readonly [RegExp, string])[] = [
  [/\/(check-runs|check-suites)/, "checks"],
  [/\/statuses/, "statuses"],
  [/\/pulls\/\{pull_number\}\/merge/, "contents"],
  [/\/issues|\/pulls/, "pull_requests"],
  [/\/git\/|\/branches\/\{branch\}$|\/activity/, "contents"],
  [/\/rules|\/rulesets|\/repos\/\{owner\}\/\{repo\}$/, "metadata"],
  [/\/protection/, "administration"],
];

/** Returns whether an installation's token may make the call. People may do everything. */
export function isPermitted(actor: Actor, operation: OperationName): boolean {
  if (actor.kind !== "installation") return true;
  const [method = "", path = ""] = operation.split(" ");
  const [, resource] = RESOURCES.find(([pattern]) => pattern.test(path)) ?? [];
  if (resource === undefined || resource === "metadata") return true;
  return isGranted(actor.permissions[resource], method === "GET" ? "read" : "write");
}
