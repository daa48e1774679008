import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";
import { openSigningSession, requestResult, signRequest } from "./sign-request.ts";
import { TrustStepOutput } from "./trust-output.ts";
import { requestText } from "./trust-text.ts";

/** Proposes and signs a waypoint at the newest move. A quorum of owners lets new verifiers begin there. */
export const trustWaypoint = defineCommand({
  usage: "waypoint",
  examples: ["countersign trust waypoint", "countersign trust waypoint --dry-run"],
  output: { "trust.waypoint": TrustStepOutput },
  async run(context) {
    const session = await openSigningSession(context, undefined);
    const { id: repo } = await repositoryHere(context, session);
    if (context.dryRun)
      return wouldDo("waypoint", { repo }, () => `Would propose a waypoint of ${display(repo)}`);
    requirePersonAtTerminal(context, session);
    const proposed = await session.client.proposeTrust({ repo, body: { kind: "waypoint" } });
    context.say((style) => requestText(proposed, style));
    await confirm(context, "You vouch for all moves up to this one. Sign it?").catch(
      async (error: unknown) => {
        await session.client.withdrawTrust({ repo, id: proposed.id });
        throw error;
      },
    );
    const request = await signRequest(context, session, { repo, id: proposed.id });
    return await requestResult(session, "trust.waypoint", repo, request);
  },
});
