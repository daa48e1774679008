import { CountersignError } from "@countersign/core";
import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { text } from "../../command/options.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";
import { openSigningSession, requestResult, signRequest } from "./sign-request.ts";
import { TrustStepOutput } from "./trust-output.ts";
import { requestText } from "./trust-text.ts";

/** Signs the open request of the repository. */
export const trustSign = defineCommand({
  usage: "sign",
  examples: ["countersign trust sign", "countersign trust sign --key /media/usb/recovery"],
  options: {
    key: text("--key <file>", "sign with this key, such as a recovery key"),
  },
  output: { "trust.sign": TrustStepOutput },
  async run(context, { options }) {
    const session = await openSigningSession(context, options.key);
    const { id: repo } = await repositoryHere(context, session);
    const { request: open } = await session.client.readTrust({ repo });
    if (open === null)
      throw new CountersignError("not_found", "No change of trust waits for signatures");
    const { id } = open;
    if (context.dryRun) return wouldDo("sign", { id }, () => `Would sign ${id}`);
    requirePersonAtTerminal(context, session);
    context.say((style) => requestText(open, style));
    await confirm(context, "Compare the fingerprints. Sign it?");
    const request = await signRequest(context, session, { repo, id });
    return await requestResult(session, "trust.sign", repo, request);
  },
});
