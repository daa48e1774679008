import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { checkpoints } from "@countersign/core";
import type { Certificate } from "../../../packages/adapters/src/egress/testing/make-certificate.ts";

const SERVER = fileURLToPath(new URL("./witness-server.ts", import.meta.url));

export type WitnessKey = { name: string; privateKey: string; publicKey: Uint8Array };

/** A new key of a witness, and the entry of the trust file for this port. */
export function witnessKey(name: string): WitnessKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    name,
    privateKey: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
  };
}

/** The entry of a witness in the trust file. */
export function witnessEntry({ name, publicKey }: WitnessKey, port: number): string {
  const key = checkpoints.noteKey("cosigner", name, publicKey);
  return `${checkpoints.verifierKeyText("cosigner", key)}@https://localhost:${port}`;
}

export type Behaviour =
  | "honest"
  | "wrong_signature"
  | "wrong_key"
  | "wrong_size"
  | "replay"
  | "slow"
  | "broken";

export type OpenWitness = {
  port: number;
  behave(how: Behaviour): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a witness of one log in a process of its own. */
export async function openWitness(
  { name, privateKey }: WitnessKey,
  { key, cert }: Certificate,
  log: { origin: string; publicKey: Uint8Array },
): Promise<OpenWitness> {
  const child = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const logKey = Buffer.from(log.publicKey).toString("base64");
  const settings = { key, cert, name, privateKey, origin: log.origin, logKey };
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const port = Number((await lines.next()).value);
  return {
    port,
    async behave(how) {
      child.stdin.write(`${how}\n`);
      await lines.next();
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
