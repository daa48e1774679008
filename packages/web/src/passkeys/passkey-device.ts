import {
  ACT_NAMESPACE,
  CountersignError,
  parsePersonStatement,
  passkeyBytes,
  passkeySshsig,
  SIGN_IN_NAMESPACE,
  sshsigData,
  statementBytes,
} from "@countersign/api";
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from "./base64.ts";

/** The only algorithm that OpenSSH reads from a passkey: ECDSA on P-256 with SHA-256. */
const ES256 = -7;
const POINT_LENGTH = 65;
const TIMEOUT_MS = 120_000;

/** A passkey that was just created: its public key as OpenSSH writes it, and the name by which the browser finds it. */
export type NewPasskey = { key: string; credential: string };

/** Creates a passkey for this page's host. `known`: credentials of the person, of which a device gets no second one. */
export async function createPasskey(person: string, known: readonly string[]): Promise<NewPasskey> {
  const rpId = location.hostname;
  const created = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { id: rpId, name: "countersign" },
        user: { id: new TextEncoder().encode(person), name: person, displayName: person },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [{ type: "public-key", alg: ES256 }],
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        excludeCredentials: known.map(descriptorOf),
        attestation: "none",
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { response } = created;
  const point =
    response instanceof AuthenticatorAttestationResponse
      ? response.getPublicKey()?.slice(-POINT_LENGTH)
      : undefined;
  if (point === undefined) throw refused("The device created no key that can be used here");
  const bytes = passkeyBytes(new Uint8Array(point), rpId);
  return {
    key: `sk-ecdsa-sha2-nistp256@openssh.com ${toBase64(bytes)}`,
    credential: toBase64Url(created.rawId),
  };
}

/** Signs a statement with a passkey, as OpenSSH would. The device checks a PIN or the like if the statement says so. */
export async function signStatement(
  line: string,
  { key, credential }: NewPasskey,
): Promise<string> {
  const isUnlocked = parsePersonStatement(line)?.predicate.level === "unlocked";
  const namespace = ACT_NAMESPACE;
  const { authenticatorData, clientData, signature } = await assertWith({
    challenge: sshsigData({ namespace, message: statementBytes(line) }),
    allowCredentials: [descriptorOf(credential)],
    userVerification: isUnlocked ? "required" : "discouraged",
  });
  const bytes = fromBase64(key.split(" ")[1] ?? "");
  const assertion = { authenticatorData, clientData, signature, origin: location.origin };
  return toBase64(passkeySshsig(bytes, { namespace }, assertion));
}

/** Signs a challenge of the engine with any passkey of this host, to sign in. */
export async function signInWithPasskey(challenge: string) {
  const message = new TextEncoder().encode(challenge);
  const { credential, authenticatorData, clientData, signature } = await assertWith({
    challenge: sshsigData({ namespace: SIGN_IN_NAMESPACE, message }),
    userVerification: "required",
  });
  return {
    challenge,
    credential,
    authenticatorData: toBase64Url(authenticatorData),
    clientData: toBase64Url(clientData),
    signature: toBase64Url(signature),
    origin: location.origin,
  };
}

type AssertionRequest = Pick<
  PublicKeyCredentialRequestOptions,
  "allowCredentials" | "userVerification"
> & { challenge: Uint8Array };

async function assertWith({ challenge, ...request }: AssertionRequest) {
  const { response, rawId } = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        ...request,
        challenge: new Uint8Array(challenge),
        rpId: location.hostname,
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(response instanceof AuthenticatorAssertionResponse))
    throw refused("The device returned no signature");
  return {
    credential: toBase64Url(rawId),
    authenticatorData: new Uint8Array(response.authenticatorData),
    clientData: new Uint8Array(response.clientDataJSON),
    signature: new Uint8Array(response.signature),
  };
}

/** Asks the browser. A cancelled prompt and a missing passkey look the same to a page. */
async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await request().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "InvalidStateError") throw refused("This device already has a passkey of yours");
    throw refused("The passkey was not used: the prompt was cancelled, timed out or not possible");
  });
  if (found instanceof PublicKeyCredential) return found;
  throw refused("The browser returned no passkey");
}

function descriptorOf(credential: string): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: fromBase64Url(credential) };
}

function refused(message: string): CountersignError {
  return new CountersignError("human_only", message);
}
