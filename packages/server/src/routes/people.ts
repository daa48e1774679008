import { contract } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { requirePermission } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";
import type { SignInService } from "../sign-in/sign-in-service.ts";

/** Serves the administration of people. The page reads the invitation from the fragment, which no server logs. */
export function addPeopleRoutes(server: Server, service: SignInService | null): void {
  const { engine } = server;
  implementRoute(server, contract.listPeople, async ({ by }) => ({
    items: await engine.people(by),
  }));
  implementPostRoute(server, contract.invitePerson, async ({ by, body }) => {
    const { actor, canAdminister = false } = body;
    requirePermission(by, "create_human_token"); // before anything about this server is said
    if (service?.org !== by.org)
      throw new CountersignError("wrong_state", "No identity provider is configured.", {
        hint: "Start the engine with --public-url and a provider: docs/operations.md",
      });
    const { invitation, expiresMs } = await engine.invitePerson(by, { actor, canAdminister });
    return { actor, url: `${service.origin}/#invitation=${invitation}`, expiresMs };
  });
  implementRoute(server, contract.removePerson, async ({ by, params }) => {
    await engine.removePerson(by, params.actor);
    return {};
  });
}
