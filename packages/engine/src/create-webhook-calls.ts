import type { Engine } from "./engine.ts";
import type { EngineDeps } from "./execute/engine-deps.ts";
import { createScope } from "./execute/engine-scope.ts";
import { acceptHint } from "./forge/accept-webhook.ts";

/** Creates the engine's call for webhooks of the forge. */
export function createWebhookCalls(
  deps: EngineDeps,
  orgs: readonly string[],
): Pick<Engine, "acceptWebhook"> {
  return {
    async acceptWebhook(headers, body) {
      if (deps.forge === undefined) return "not_connected";
      const hint = await deps.forge.forge.readWebhook(headers, body);
      if (hint === null) return "refused";
      for (const org of orgs) await acceptHint(createScope(deps, org), deps.forge.host, hint);
      return "accepted";
    },
  };
}
