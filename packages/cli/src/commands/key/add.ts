import { KeyLine } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { createActSigner } from "../../client/act-signer.ts";
import { addPasskeyOnPage, pageOrigin } from "../../client/add-passkey.ts";
import { openSession } from "../../client/open-session.ts";
import { readKeyFile } from "../../client/read-key-file.ts";
import { requirePersonAtTerminal } from "../../client/require-person.ts";
import { rememberSigningKey } from "../../client/signing-keys.ts";
import type { CommandContext } from "../../command/context.ts";
import { defineCommand } from "../../command/define-command.ts";
import { flag } from "../../command/options.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { display } from "../../output/display.ts";
import type { Result } from "../../output/result.ts";
import { wouldDo } from "../../output/would-do.ts";

type AddOptions = { unlocked?: boolean; admin?: boolean };

/** Adds a key of the person, which signs a statement of the engine. */
export const keyAdd = defineCommand({
  usage: "add [file]",
  examples: ["countersign key add ~/.ssh/id_ed25519", "countersign key add --passkey"],
  options: {
    passkey: flag("--passkey", "add a passkey of your browser or phone on the engine's page"),
    unlocked: flag("--unlocked", "the device checks a PIN, a fingerprint or a face each time"),
    admin: flag("--admin", "add it to your administrator's credential"),
  },
  output: {
    "key.add": KeyLine,
  },
  async run(context, { args, options }) {
    const { passkey, ...others } = options;
    if ((args.file === undefined) !== passkey)
      throw new CountersignError("invalid_input", "Give either a key file or --passkey", {
        hint: "countersign key add ~/.ssh/id_ed25519, or countersign key add --passkey",
      });
    return args.file === undefined
      ? await addPasskey(context, others)
      : await addKeyFile(context, args.file, others);
  },
});

async function addPasskey(
  context: CommandContext,
  { unlocked = false, admin = false }: AddOptions,
): Promise<Result> {
  if (unlocked || admin)
    throw new CountersignError("invalid_input", "--passkey takes neither --unlocked nor --admin", {
      hint: "A passkey belongs to the person; administrators sign with keys in files",
    });
  if (context.dryRun) return wouldDo("add", { passkey: true }, () => "Would add a passkey");
  const session = await openSession(context);
  requirePersonAtTerminal(context, session);
  const line = await addPasskeyOnPage(context, session);
  const { fingerprint } = line;
  await rememberSigningKey(session.files, { fingerprint, page: pageOrigin(session.url) });
  return added(line);
}

async function addKeyFile(
  context: CommandContext,
  given: string,
  options: AddOptions,
): Promise<Result> {
  const device = options.unlocked === true ? "unlocked" : "touched";
  const { key, ...local } = await readKeyFile(context, given, device);
  const { fingerprint } = local;
  if (context.dryRun)
    return wouldDo("add", { fingerprint }, () => `Would add the key ${fingerprint}`);
  const signer = createActSigner(context, localFiles(context.env), { added: local });
  const session = await openSession(context, options.admin === true ? "admin" : "human", signer);
  requirePersonAtTerminal(context, session);
  const line = await session.client.addKey({ body: { key } });
  await rememberSigningKey(session.files, local);
  return added(line);
}

function added(line: KeyLine): Result {
  return {
    schema: "key.add",
    data: line,
    text: (style) =>
      `${style.paint("good", "added")} ${line.fingerprint} of ${display(line.actor, style)}`,
    plain: [[line.fingerprint]],
  };
}
