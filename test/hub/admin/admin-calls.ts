import type { World } from "../world/world.ts";
import { createAccountCalls } from "./account-calls.ts";
import { createAppCalls } from "./app-calls.ts";
import { createCheckCalls } from "./check-calls.ts";
import { createControlCalls } from "./control-calls.ts";
import { createPullCalls } from "./pull-calls.ts";

export type AdminCalls = ReturnType<typeof createAdminCalls>;

/** What tests do to the hub that a person would do in the browser, or that only GitHub could do. */
export function createAdminCalls(world: World) {
  const pulls = Object.assign(createPullCalls(world), createCheckCalls(world));
  const control = createControlCalls(world);
  return Object.assign(pulls, createAccountCalls(world), createAppCalls(world), control);
}
