import { type CountersignError, parsePersonStatement, statementBytes } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { createSignatureReader } from "../../../packages/adapters/src/sign/create-signature-reader.ts";
import {
  createSoftwareKey,
  makeSshsig,
  publicKeyBytes,
  type SoftwareKey,
  type SshsigKind,
  type SshsigParts,
} from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import type { OpenEngine } from "../../engine/open-engine.ts";

/** A key of a person, as a test signs with it. */
export type TestKey = { software: SoftwareKey; text: string; fingerprint: string };

export function createTestKey(kind: SshsigKind = "ed25519"): TestKey {
  const software = createSoftwareKey(kind);
  const bytes = publicKeyBytes(software);
  const type = bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString();
  const found = createSignatureReader().readKey(`${type} ${bytes.toString("base64")}`);
  if (found === null) throw new Error("the key cannot be read");
  return { software, text: found.key, fingerprint: found.fingerprint };
}

/** A call of the engine as a person. */
export type Decision<Result = unknown> = (by: Principal) => Promise<Result>;

export type Level = "signed" | "touched" | "unlocked";

/** Asks the engine for the statement of a decision. */
export async function requestStatement(
  by: Principal,
  { fingerprint: key }: Pick<TestKey, "fingerprint">,
  decide: Decision,
  level: Level = "signed",
): Promise<string> {
  const refused = await decide({ ...by, act: { is: "request", key, level } }).then(
    () => null,
    (error: CountersignError) => error,
  );
  if (refused === null) throw new Error("The decision was accepted without a signature");
  const { statement } = refused.details;
  if (statement === undefined) throw refused;
  return statement;
}

/** Signs a statement, or anything that an attacker would rather sign. */
export function signStatement(key: TestKey, line: string, parts: SshsigParts = {}): string {
  return makeSshsig(key.software, Buffer.from(statementBytes(line)).toString(), parts);
}

export function withSignature(
  by: Principal,
  line: string,
  sshsig: string,
  proof?: string,
): Principal {
  const nonce = parsePersonStatement(line)?.predicate.nonce ?? "";
  return { ...by, act: { is: "signed", nonce, sshsig, proof } };
}

/** Decides as a client does: asks for the statement, signs it and sends the decision again. */
export async function decideSigned<Result>(
  by: Principal,
  key: TestKey,
  decide: Decision<Result>,
  { level = "signed", ...parts }: SshsigParts & { level?: Level } = {},
): Promise<Result> {
  const line = await requestStatement(by, key, decide, level);
  return await decide(withSignature(by, line, signStatement(key, line, parts)));
}

/** Adds the first key of a person, which no other key signs for. */
export async function enrol(
  { engine }: Pick<OpenEngine, "engine">,
  by: Principal,
  key: TestKey,
): Promise<void> {
  await decideSigned(by, key, (as) => engine.addKey(as, { key: key.text }));
}

/** Returns the code of a refusal, or `accepted`. */
export async function codeOf(decision: Promise<unknown>): Promise<string> {
  return decision.then(
    () => "accepted",
    (error: CountersignError) => error.code,
  );
}
