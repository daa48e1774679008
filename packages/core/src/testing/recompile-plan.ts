import { recompile } from "../plan/compile/recompile.ts";
import type { Plan } from "../plan/schema.ts";

/** Compiles a plan again where every actor can still answer and no person accepted a policy. */
export function recompilePlan(old: Plan, fresh: Plan): Plan {
  return recompile(old, fresh, { canAnswer: () => true, acceptedBy: null });
}
