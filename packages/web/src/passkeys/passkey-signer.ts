import { type ActSigner, type Client, CountersignError } from "@countersign/api";
import { listOwnKeys } from "./own-passkeys.ts";
import { signStatement } from "./passkey-device.ts";

type SignerClient = Pick<Client, "listKeys" | "me">;

/** Chooses the passkey with which this page signs. Null if the person has none for it. */
export async function choosePasskey(
  engine: SignerClient,
  level: string,
): ReturnType<ActSigner["choose"]> {
  const [passkey] = (await listOwnKeys(engine, (await engine.me()).actor.id)).passkeys;
  if (passkey === undefined) return null;
  return { key: passkey.fingerprint, level: level === "unlocked" ? "unlocked" : "touched" };
}

/** Signs a statement with one of the person's passkeys. */
export async function signWithPasskey(
  engine: SignerClient,
  line: string,
  key: string,
): ReturnType<ActSigner["sign"]> {
  const { passkeys } = await listOwnKeys(engine, (await engine.me()).actor.id);
  const passkey = passkeys.find(({ fingerprint }) => fingerprint === key);
  if (passkey === undefined)
    throw new CountersignError("human_only", "The passkey was retired in the meantime");
  return { sshsig: await signStatement(line, passkey) };
}
