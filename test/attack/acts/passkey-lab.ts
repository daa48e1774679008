import { createHash, sign } from "node:crypto";
import { SIGN_IN_NAMESPACE, sshsigData } from "@countersign/core";
import type { PasskeySignIn, Principal } from "@countersign/engine";
import { createSignatureReader } from "../../../packages/adapters/src/sign/create-signature-reader.ts";
import {
  createSoftwareKey,
  publicKeyBytes,
  type SshsigParts,
} from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import type { OpenEngine } from "../../engine/open-engine.ts";
import { decideSigned, type TestKey } from "./act-lab.ts";

export const RP_ID = "localhost";
export const ORIGIN = "http://localhost:4711";
/** Touched, and a PIN, a fingerprint or a face was checked. */
export const UNLOCKED = 0x05;
export const TOUCHED = 0x01;

/** A passkey in software: it can also do what no browser does. */
export type TestPasskey = TestKey & { credential: string };

/** What a browser on the engine's own page makes. */
export const HONEST: SshsigParts = { origin: ORIGIN, application: RP_ID, flags: UNLOCKED };

let count = 0;

export function createTestPasskey(application = RP_ID): TestPasskey {
  const software = createSoftwareKey("webauthn-sk");
  const bytes = publicKeyBytes(software, application);
  const text = `sk-ecdsa-sha2-nistp256@openssh.com ${bytes.toString("base64")}`;
  const found = createSignatureReader().readKey(text);
  if (found === null) throw new Error("the key cannot be read");
  count += 1;
  return { software, text, fingerprint: found.fingerprint, credential: `passkey-${count}` };
}

/** The request that adds a passkey, as the engine's page sends it. */
export function addition({ text: key, credential }: TestPasskey, origin = ORIGIN) {
  return { key, passkey: { origin, credential } };
}

/** Adds a first key of a person on the engine's page. */
export async function enrolPasskey(
  { engine }: Pick<OpenEngine, "engine">,
  by: Principal,
  passkey: TestPasskey,
): Promise<void> {
  await decideSigned(
    { ...by, page: ORIGIN },
    passkey,
    (as) => engine.addKey(as, addition(passkey)),
    HONEST,
  );
}

type SignInParts = {
  flags?: number;
  origin?: string;
  namespace?: string;
  crossOrigin?: boolean;
  message?: string;
};

/** Signs a challenge as a browser does, or in another way. */
export function signInWith(
  { software, credential }: TestPasskey,
  challenge: string,
  { flags = UNLOCKED, origin = ORIGIN, crossOrigin = false, ...parts }: SignInParts = {},
): PasskeySignIn {
  const { namespace = SIGN_IN_NAMESPACE, message = challenge } = parts;
  const data = Buffer.from(sshsigData({ namespace, message: Buffer.from(message) }));
  const record = { type: "webauthn.get", challenge: data.toString("base64url"), origin };
  const clientData = Buffer.from(JSON.stringify({ ...record, crossOrigin }));
  const hash = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
  const authenticatorData = Buffer.concat([hash(RP_ID), Buffer.of(flags, 0, 0, 0, 9)]);
  const covered = Buffer.concat([authenticatorData, hash(clientData)]);
  const signature = sign("sha256", covered, software.privateKey);
  return { challenge, credential, origin, authenticatorData, clientData, signature };
}
