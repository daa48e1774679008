import { GATE } from "./engine/open-reviewed-shop.ts";
import type { HubShop } from "./open-hub-shop.ts";
import type { HubRule } from "./world/checks.ts";

type GatedShop = Pick<HubShop, "hub" | "repository" | "app" | "ben">;

/** Lets the target require our check from our app, and further rules. Ben may bypass them. */
export async function requireGate(
  { hub, repository, app, ben }: GatedShop,
  rules: readonly HubRule[] = [],
): Promise<void> {
  const rule = {
    type: "required_status_checks",
    parameters: {
      strict_required_status_checks_policy: false,
      required_status_checks: [{ context: GATE, integration_id: app }],
    },
  };
  const bypass = [{ actor_type: "User", actor_id: ben.id, bypass_mode: "always" }];
  await hub.admin.createRuleset({ repository, rules: [rule, ...rules], bypass });
}
