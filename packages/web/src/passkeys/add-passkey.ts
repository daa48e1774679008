import { type ActSigner, type Client, CountersignError, type KeyLine } from "@countersign/api";
import { fromBase64, toBase64 } from "./base64.ts";
import { listOwnKeys, rememberPasskey } from "./own-passkeys.ts";
import { createPasskey, type NewPasskey, signStatement } from "./passkey-device.ts";

/** Milliseconds between looks for the signature of another program. */
const POLL_MS = 500;

/** Creates a client that signs in this way. */
export type SigningClient = (signer: ActSigner) => Client;

type AddPasskeyOptions = {
  person: string;
  clientWith: SigningClient;
  /** Tells the person what to do next. */
  say(text: string): void;
  /** Whether the command line waits to sign with another key of the person. */
  canSignElsewhere: boolean;
};

/** Creates a passkey and adds it to the person's keys. The new key signs, and an existing one if a policy requires it. */
export async function addPasskey(options: AddPasskeyOptions): Promise<KeyLine> {
  const { person, clientWith, say } = options;
  const keys = await listOwnKeys(clientWith(NO_SIGNER), person);
  say("Your browser asks where to keep the passkey.");
  const passkey = await createPasskey(
    person,
    keys.passkeys.map(({ credential }) => credential),
  );
  const fingerprint = await fingerprintOf(passkey.key);
  const body = {
    key: passkey.key,
    passkey: { origin: location.origin, credential: passkey.credential },
  };
  const add = (signer: ActSigner) => clientWith(signer).addKey({ body });
  say("Sign with the new passkey, which shows that you have it.");
  const added = await add(ownSigner(passkey, fingerprint)).catch(async (error: unknown) => {
    if (!(error instanceof CountersignError) || error.details.level === undefined) throw error;
    const signer = await existingSigner(options, keys, { ...passkey, fingerprint });
    if (signer === null) throw needsAnotherKey(error);
    return await add(signer);
  });
  rememberPasskey(added.fingerprint);
  return added;
}

type AddedPasskey = NewPasskey & { fingerprint: string };

const NO_SIGNER: ActSigner = {
  choose: async () => null,
  sign: async () => Promise.reject(new Error("There is no key")),
};

/** Signs with the new passkey alone. */
function ownSigner(passkey: NewPasskey, fingerprint: string): ActSigner {
  return {
    choose: async (level) => ({ key: fingerprint, level: levelFor(level) }),
    sign: async (line) => ({ sshsig: await signStatement(line, passkey) }),
  };
}

/** Signs with the new passkey and with a key that the person already uses: a passkey, or one of the command line. */
async function existingSigner(
  { clientWith, say, canSignElsewhere }: AddPasskeyOptions,
  { passkeys, others }: Awaited<ReturnType<typeof listOwnKeys>>,
  added: AddedPasskey,
): Promise<ActSigner | null> {
  const [existing] = passkeys;
  if (existing !== undefined)
    return {
      choose: async (level) => ({ key: existing.fingerprint, level: levelFor(level) }),
      async sign(line) {
        const proof = await signStatement(line, added);
        say("Sign with the passkey that you already use.");
        return { proof, sshsig: await signStatement(line, existing) };
      },
    };
  const [other] = others;
  if (other === undefined || !canSignElsewhere) return null;
  const engine = clientWith(NO_SIGNER);
  return {
    choose: async () => ({ key: other.fingerprint, level: "signed" }),
    async sign(line) {
      const proof = await signStatement(line, added);
      say(`Sign in the terminal. It must name this passkey: ${added.fingerprint}`);
      return { proof, sshsig: await offeredSignature(engine, proof, other.fingerprint) };
    },
  };
}

/** Offers the signature of the new key, and waits for that of the existing one. */
async function offeredSignature(
  engine: Client,
  proof: string,
  fingerprint: string,
): Promise<string> {
  const { act } = await engine.readOpenAct();
  if (act === null) throw new CountersignError("human_only", "The statement has expired");
  const { nonce } = act;
  let current = await engine.offerSignature({ nonce, body: { sshsig: proof } });
  while (current.state === "open") {
    const found = current.offered.find((one) => one.fingerprint === fingerprint);
    if (found !== undefined) return found.sshsig;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    current = await engine.readAct({ nonce });
  }
  throw new CountersignError("human_only", "The statement was not signed in the terminal");
}

/** A passkey is always touched, so a statement says at least that. */
function levelFor(level: string): "touched" | "unlocked" {
  return level === "unlocked" ? "unlocked" : "touched";
}

function needsAnotherKey(cause: CountersignError): CountersignError {
  return new CountersignError(
    "human_only",
    "A key that you already use must sign, and this page has none. The passkey was not added",
    { cause, hint: "Run in a terminal: countersign key add --passkey" },
  );
}

/** Returns the fingerprint of a key as `ssh-keygen -l` prints it. */
async function fingerprintOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", fromBase64(key.split(" ")[1] ?? ""));
  return `SHA256:${toBase64(digest).replace(/=+$/, "")}`;
}
