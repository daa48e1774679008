import { readKeyFile } from "../../client/read-key-file.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { defineCommand } from "../../command/define-command.ts";
import { display } from "../../output/display.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";
import { openSigningSession, requestResult, signRequest } from "./sign-request.ts";
import { countOption, listOption } from "./trust-options.ts";
import { TrustStepOutput } from "./trust-output.ts";
import { requestText } from "./trust-text.ts";

/** Begins trust: the first trust file of the target, which every owner signs. */
export const trustInit = defineCommand({
  usage: "init",
  examples: ["countersign trust init", "countersign trust init --person ben --quorum 1"],
  options: {
    quorum: countOption("--quorum <n>", "owners who must sign a change (default: 2, or 1 of 1)"),
    person: listOption("--person <names>", "further people whose keys count, besides the owners"),
    recovery: listOption("--recovery <files>", "key files that may change the trust file alone"),
  },
  output: { "trust.init": TrustStepOutput },
  async run(context, { options }) {
    const session = await openSigningSession(context, undefined);
    const { id: repo } = await repositoryHere(context, session);
    if (context.dryRun)
      return wouldDo("init", { repo }, () => `Would begin trust in ${display(repo)}`);
    requirePersonAtTerminal(context, session);
    const recovery = await Promise.all(options.recovery.map((file) => readKeyFile(context, file)));
    const { quorum, person: people } = options;
    const proposed = await session.client.proposeTrust({
      repo,
      body: { kind: "root", quorum, people, recovery: recovery.map(({ key }) => key) },
    });
    context.say((style) => requestText(proposed, style));
    await confirm(context, "Compare the fingerprints. Sign this as the beginning of trust?").catch(
      async (error: unknown) => {
        await session.client.withdrawTrust({ repo, id: proposed.id });
        throw error;
      },
    );
    const request = await signRequest(context, session, { repo, id: proposed.id });
    return await requestResult(session, "trust.init", repo, request);
  },
});
