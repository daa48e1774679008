import { CountersignError } from "@countersign/core";
import { readKeyFile } from "../../client/read-key-file.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { wouldDo } from "../../output/would-do.ts";
import { confirm } from "../../terminal/prompts.ts";
import { openSigningSession, requestResult, signRequest } from "./sign-request.ts";
import { countOption, listOption } from "./trust-options.ts";
import { TrustStepOutput } from "./trust-output.ts";
import { requestText } from "./trust-text.ts";

/**
 * Proposes the next version of the trust file and signs it.
 *
 * Every option is one kind of edit, and several make one change. Keys are named by their fingerprint, which people
 * compare; the engine knows the keys that people added.
 */
export const trustChange = defineCommand({
  usage: "change",
  examples: [
    "countersign trust change --add-person ben --add-owner ben --quorum 2",
    "countersign trust change --add-key SHA256:new… --remove-key SHA256:old…",
  ],
  options: {
    addPerson: listOption("--add-person <names>", "add people with all keys they have in use"),
    removePerson: listOption("--remove-person <names>", "remove people with all their keys"),
    addKey: listOption("--add-key <fingerprints>", "add keys that people have in use"),
    removeKey: listOption(
      "--remove-key <fingerprints>",
      "remove keys; what they signed stays valid",
    ),
    addOwner: listOption("--add-owner <names>", "make people owners"),
    removeOwner: listOption("--remove-owner <names>", "make owners people without a vote"),
    quorum: countOption("--quorum <n>", "owners who must sign a change"),
    revoke: listOption(
      "--revoke <fingerprints>",
      "revoke stolen keys; each with @<n> does not count from move n on, else from now on",
    ),
    addRecovery: listOption("--add-recovery <files>", "add recovery keys"),
    removeRecovery: listOption("--remove-recovery <fingerprints>", "remove recovery keys"),
    addEngine: listOption(
      "--add-engine <names>",
      "add or replace engines: name for this engine, or name=file for another one",
    ),
    removeEngine: listOption("--remove-engine <names>", "remove engines"),
    addWitness: listOption("--add-witness <keys>", "add witnesses by their verifier key"),
    removeWitness: listOption("--remove-witness <keys>", "remove witnesses"),
    witnessQuorum: countOption("--witness-quorum <n>", "witnesses that must sign a checkpoint"),
  },
  output: { "trust.change": TrustStepOutput },
  async run(context, { options }) {
    const session = await openSigningSession(context, undefined);
    const { id: repo } = await repositoryHere(context, session);
    if (context.dryRun) return wouldDo("change", { repo }, () => "Would propose a change of trust");
    requirePersonAtTerminal(context, session);
    const { quorum, witnessQuorum } = options;
    const recovery = options.addRecovery.map(
      async (file) => (await readKeyFile(context, file)).key,
    );
    const proposed = await session.client.proposeTrust({
      repo,
      body: {
        kind: "change",
        ...{ addPeople: options.addPerson, removePeople: options.removePerson },
        ...{ addKeys: options.addKey, removeKeys: options.removeKey },
        ...{ addOwners: options.addOwner, removeOwners: options.removeOwner, quorum },
        ...{ addRecovery: await Promise.all(recovery), removeRecovery: options.removeRecovery },
        addEngines: await Promise.all(options.addEngine.map((word) => readEngine(context, word))),
        removeEngines: options.removeEngine,
        ...{ addWitnesses: options.addWitness, removeWitnesses: options.removeWitness },
        ...{ witnessQuorum, revoke: options.revoke.map(readRevoked) },
      },
    });
    context.say((style) => requestText(proposed, style));
    await confirm(context, "Sign this change?").catch(async (error: unknown) => {
      await session.client.withdrawTrust({ repo, id: proposed.id });
      throw error;
    });
    const request = await signRequest(context, session, { repo, id: proposed.id });
    return await requestResult(session, "trust.change", repo, request);
  },
});

async function readEngine(context: CommandContext, word: string) {
  const [name = "", file] = word.split("=");
  return { name, key: file === undefined ? null : (await readKeyFile(context, file)).key };
}

function readRevoked(word: string): { key: string; from: number | null } {
  const [key = "", from] = word.split("@");
  if (from === undefined || /^[1-9]\d{0,8}$/.test(from))
    return { key, from: from === undefined ? null : Number(from) };
  throw new CountersignError("invalid_input", `--revoke: ${from} is not the number of a move`);
}
