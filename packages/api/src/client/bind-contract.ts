import { type Contract, contract } from "../contract.ts";
import type { Route } from "../route.ts";
import { bindRoute, type Connection, type RouteCall } from "./call.ts";

/** The client method of a route. */
type ClientMethod<Bound> =
  Bound extends Route<infer Method, infer Params, infer Query, infer Body, infer Reply>
    ? RouteCall<Method, Params, Query, Body, Reply>
    : never;

/** One method per route of the contract, by the name of the route. */
type ContractMethods = { [Name in keyof Contract]: ClientMethod<Contract[Name]> };

/** Creates the methods of all routes. */
export function bindContract(connection: Connection): ContractMethods {
  const methods: Partial<Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(contract))
    methods[name] = bindRoute(connection, route);
  return methods as ContractMethods;
}
