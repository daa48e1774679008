// What a process in the person's account can use to get an approval. It has no code of ours.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

/** What the process found in the account. */
export type Loot = {
  url: string;
  human: string;
  admin: string;
  task: string;
  round: number;
  tree: string;
  /** The level that the policy asks for. */
  level: "touched" | "unlocked";
  /** The key in the device, its fingerprint, and the socket of the device. */
  deviceKey: string;
  deviceFingerprint: string;
  deviceSocket: string;
  provider: string;
  /** A key in a file without a passphrase, which the person has added, too, and which an ssh-agent holds. */
  softwareKey: string;
  softwareFingerprint: string;
  agentSocket: string;
  /** An earlier approval: its statement and its signature. */
  earlier: { nonce: string; sshsig: string };
  directory: string;
};

export type Outcome = { name: string; answer: string; isApproved: boolean };

export const loot: Loot = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const { url, human, task, round, tree, directory } = loot;
const shown = { round, tree };

type Answer = { ok: boolean; text: string; statement: string };

export async function call(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  method = "POST",
  address = url,
) {
  const response = await fetch(`${address}/v1${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${human}`, "content-type": "application/json", ...headers },
    },
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const statement = response.ok ? "" : (JSON.parse(text).error.details.statement ?? "");
  return { ok: response.ok, text, statement } satisfies Answer;
}

export const act = (text: string) => ({ "countersign-act": text });
export const approve = (headers: Record<string, string> = {}) =>
  call(`/tasks/${task}/approve`, shown, headers);
export const nonceOf = (line: string): string => JSON.parse(line).predicate.nonce;

/** Returns the message that a signature over a statement covers. */
function messageOf(line: string): Buffer {
  const body = Buffer.from(line);
  return Buffer.concat([
    Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${body.length} `),
    body,
  ]);
}

export async function statementFor(key: string, level: string): Promise<string> {
  const { statement, text } = await approve(act(`request ${key} ${level}`));
  if (statement === "") throw new Error(text);
  return statement;
}

/** Signs with the real ssh-keygen. Returns an empty text if it does not sign. */
export function keygen(
  line: string,
  key: string,
  env: Record<string, string>,
  namespace = "act@countersign",
) {
  const file = `${directory}/message`;
  writeFileSync(file, messageOf(line));
  const args = ["-q", "-Y", "sign", "-f", key, "-n", namespace, file];
  const { status } = spawnSync("/usr/bin/ssh-keygen", args, {
    env: { PATH: "/usr/bin:/bin", HOME: directory, ...env },
    input: "",
    timeout: 8_000,
  });
  if (status !== 0) return "";
  const armor = readFileSync(`${file}.sig`, "utf8").split("\n");
  execFileSync("/bin/rm", [`${file}.sig`]);
  return armor.filter((text) => text !== "" && !text.startsWith("-----")).join("");
}

export const WITH_DEVICE = { SSH_SK_PROVIDER: loot.provider };
export const WITH_AGENT = { SSH_AUTH_SOCK: loot.agentSocket };

export async function presentSigned(line: string, sshsig: string, proof = ""): Promise<string> {
  if (sshsig === "") return "no signature";
  const { text, ok } = await approve(act(`${nonceOf(line)} ${sshsig}${proof && ` ${proof}`}`));
  return ok ? "approved" : text;
}

const wire = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Speaks to the device itself, without ssh-keygen. Returns flags, counter and signature, or nothing. */
export function askDevice(flags: number, data: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(loot.deviceSocket);
    const pieces: Buffer[] = [];
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("close", () => resolve(Buffer.concat(pieces)));
    socket.on("error", () => resolve(Buffer.alloc(0)));
    socket.end(Buffer.concat([Buffer.of("s".charCodeAt(0), flags, 4), Buffer.from("ssh:"), data]));
  });
}

const HEADER = [wire("act@countersign"), wire(""), wire("sha512")];

/** The bytes that a device signs for a statement. */
export function signedData(line: string): Buffer {
  const digest = createHash("sha512").update(messageOf(line)).digest();
  return Buffer.concat([Buffer.from("SSHSIG"), ...HEADER, wire(digest)]);
}

export const publicBytes = (file: string): Buffer =>
  Buffer.from(readFileSync(`${file}.pub`, "utf8").split(" ")[1] ?? "", "base64");

export function sshsigOf(key: Buffer, fields: Buffer, signature: Buffer): string {
  const body = Buffer.concat([wire("sk-ssh-ed25519@openssh.com"), wire(signature), fields]);
  const version = Buffer.of(0, 0, 0, 1);
  const parts = [Buffer.from("SSHSIG"), version, wire(key), ...HEADER, wire(body)];
  return Buffer.concat(parts).toString("base64");
}

/** A key of the process itself that claims to be in a device and to have been touched. */
export function fakeDevice() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const point = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const bytes = Buffer.concat([wire("sk-ssh-ed25519@openssh.com"), wire(point), wire("ssh:")]);
  const fingerprint = `SHA256:${createHash("sha256").update(bytes).digest("base64").slice(0, 43)}`;
  const key = `sk-ssh-ed25519@openssh.com ${bytes.toString("base64")}`;
  return {
    bytes,
    fingerprint,
    key,
    signs: (line: string) => signAsDevice(privateKey, bytes, line),
  };
}

function signAsDevice(privateKey: KeyObject, bytes: Buffer, line: string): string {
  const fields = Buffer.of(5, 0, 0, 0, 1);
  const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();
  const covered = Buffer.concat([hash("ssh:"), fields, hash(signedData(line))]);
  return sshsigOf(bytes, fields, sign(null, covered, privateKey));
}

/** Returns a key that claims to be a passkey of the engine's page. */
export function fakePasskey(): string {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const numbers = [x, y].map((text) => Buffer.from(text, "base64url"));
  const point = Buffer.concat([Buffer.of(4), ...numbers]);
  const type = "sk-ecdsa-sha2-nistp256@openssh.com";
  const fields = [type, "nistp256", point, "localhost"].map(wire);
  return `${type} ${Buffer.concat(fields).toString("base64")}`;
}

/** Tries to add a key and, if that works, to approve with it. */
export async function addAndApprove(
  signer: string,
  signs: (line: string) => string,
  fake = fakeDevice(),
) {
  const body = { key: fake.key };
  const asked = await call("/keys", body, act(`request ${signer} signed`));
  if (asked.statement === "") return asked.text;
  const sshsig = signer === fake.fingerprint ? fake.signs(asked.statement) : signs(asked.statement);
  const proof = signer === fake.fingerprint ? "" : ` ${fake.signs(asked.statement)}`;
  const added = await call("/keys", body, act(`${nonceOf(asked.statement)} ${sshsig}${proof}`));
  if (!added.ok) return added.text;
  const line = await statementFor(fake.fingerprint, loot.level);
  return await presentSigned(line, fake.signs(line));
}

/** A copy of the device's key file that asks for something else: its flags are in the file. */
export function keyWithFlags(flags: number): string {
  const text = readFileSync(loot.deviceKey, "utf8");
  const base64 = text.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));
  const bytes = Buffer.from(base64.join(""), "base64");
  bytes[bytes.lastIndexOf(wire("ssh:")) + 8] = flags;
  const file = `${directory}/with-flags-${flags}`;
  const lines = bytes.toString("base64").match(/.{1,70}/g) ?? [];
  const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} OPENSSH PRIVATE KEY-----`);
  writeFileSync(file, `${[begin, ...lines, end].join("\n")}\n`, { mode: 0o600 });
  writeFileSync(`${file}.pub`, readFileSync(`${loot.deviceKey}.pub`));
  return file;
}
