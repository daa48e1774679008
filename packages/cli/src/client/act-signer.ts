import type { ActSigner, Client } from "@countersign/api";
import { CountersignError, isLevelAtLeast, PresenceLevel } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { describeStatement } from "./describe-statement.ts";
import { signOnPage } from "./sign-on-page.ts";
import { type KeyInFile, type LocalSigningKey, readSigningKeys } from "./signing-keys.ts";

/** A signer that needs the engine to reach the page with a passkey. */
export type LocalActSigner = ActSigner & {
  /** Sets the client with which pages are opened. Before that, passkeys are not used. */
  useEngine(engine: Client): void;
};

type Context = Pick<CommandContext, "env" | "say">;
type Files = Pick<EngineFiles, "directory">;

/** Keys that a command names, besides those that this machine remembers. */
type NamedKeys = {
  /** A new key, which signs its own addition. */
  added?: KeyInFile;
  /** The only key to sign with. */
  only?: LocalSigningKey | undefined;
};

/** Creates a signer that uses the person's keys on this machine. */
export function createActSigner(
  context: Context,
  files: Files,
  { added, only }: NamedKeys = {},
): LocalActSigner {
  let engine: Client | null = null;
  const find = async (fits: (key: LocalSigningKey) => boolean) =>
    only ?? (await readSigningKeys(files)).keys.find(fits) ?? added;
  const signWith = async (line: string, key: LocalSigningKey) => {
    if ("file" in key) return await signWithKeyFile(context, files, line, key);
    if (engine === null) throw new CountersignError("human_only", "Passkeys are not used here");
    context.say(describeStatement(line, key));
    return await signOnPage(context, engine, line, key);
  };
  return {
    useEngine(given) {
      engine = given;
    },
    async choose(word) {
      const required = PresenceLevel.safeParse(word).data ?? "unlocked";
      const key = await find((one) => "page" in one || isLevelAtLeast(one.level, required));
      if (key === undefined) return null;
      const onPage = required === "unlocked" ? "unlocked" : "touched";
      return { key: key.fingerprint, level: "file" in key ? key.level : onPage };
    },
    async sign(line, fingerprint) {
      const key = await find((one) => one.fingerprint === fingerprint);
      if (key === undefined) throw new Error(`The key ${fingerprint} is gone`);
      const sshsig = await signWith(line, key);
      if (added === undefined || added.fingerprint === fingerprint) return { sshsig };
      return { sshsig, proof: await signWith(line, added) };
    },
  };
}

/** Signs a statement with ssh-keygen, after it was shown. */
export async function signWithKeyFile(
  { env, say }: Context,
  files: Files,
  line: string,
  key: KeyInFile,
): Promise<string> {
  const { provider } = await readSigningKeys(files);
  say(describeStatement(line, key));
  const { signWithSshKeygen } = await import("@countersign/adapters");
  return await signWithSshKeygen({ line, keyFile: key.file, provider, env });
}
