/**
 * A witness of C2SP in a process of its own: `add-checkpoint` of tlog-witness over https, with an Ed25519 key. It keeps
 * the newest checkpoint of one log. Its Merkle proofs are checked by code of its own.
 *
 * It reads its settings from stdin as one line of JSON, and writes its port on one line. Further lines on stdin change
 * how it behaves, and are answered with an empty line.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { createServer } from "node:https";
import { createInterface } from "node:readline";
import { z } from "zod";

const Settings = z.object({
  key: z.string(),
  cert: z.string(),
  name: z.string(),
  /** The private key as PEM. */
  privateKey: z.string(),
  /** The log that it knows: its origin and its public key in base64. */
  origin: z.string(),
  logKey: z.string(),
});
const Behaviour = z.enum([
  "honest",
  "wrong_signature",
  "wrong_key",
  "wrong_size",
  "replay",
  "slow",
  "broken",
]);

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const settings = Settings.parse(JSON.parse(String((await lines.next()).value)));
const privateKey = createPrivateKey(settings.privateKey);
let behaviour: z.infer<typeof Behaviour> = "honest";
let seen = { size: 0, root: "", line: "" };

const server = createServer({ key: settings.key, cert: settings.cert }, (request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    if (behaviour === "slow") return;
    const { status, body, type } = answer(request.url ?? "", Buffer.concat(parts).toString());
    response.writeHead(status, { "content-type": type ?? "text/plain" });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
for await (const line of lines) {
  behaviour = Behaviour.parse(line);
  process.stdout.write("\n");
}
process.exit(0);

type Answer = { status: number; body: string; type?: string };

function answer(path: string, body: string): Answer {
  if (path !== "/add-checkpoint") return { status: 404, body: "" };
  if (behaviour === "broken") return { status: 500, body: "" };
  const offer = readOffer(body);
  const refusal = refuse(offer);
  if (refusal !== null) return refusal;
  const line = behaviour === "replay" ? seen.line : cosign(offer.text);
  if (behaviour === "honest") seen = { size: offer.size, root: offer.root, line };
  return { status: 200, body: line };
}

type Offer = ReturnType<typeof readOffer>;

function readOffer(body: string) {
  const [head = "", text = "", signatures = ""] = body.split("\n\n");
  const [first = "", ...proof] = head.split("\n");
  const old = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN);
  const [origin = "", size = "", root = ""] = text.split("\n");
  return { text: `${text}\n`, signatures, proof, old, origin, size: Number(size), root };
}

/** The checks of tlog-witness, in its order. Null: the witness cosigns. */
function refuse(offer: Offer): Answer | null {
  const { origin, old, size, root, proof } = offer;
  if (origin !== settings.origin) return { status: 404, body: "" };
  if (!isSignedByLog(offer)) return { status: 403, body: "" };
  if (!(old <= size)) return { status: 400, body: "" };
  if (behaviour === "wrong_size") return conflict(size + 5);
  if (old !== seen.size || (old === size && root !== seen.root)) return conflict(seen.size);
  return isConsistent({ size, root }, proof) ? null : { status: 422, body: "" };
}

function conflict(size: number): Answer {
  return { status: 409, body: `${size}\n`, type: "text/x.tlog.size" };
}

function isSignedByLog({ text, signatures }: Offer): boolean {
  const publicKey = rawPublicKey(settings.logKey);
  return signatures
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, name]) => name === settings.origin)
    .some(([, , encoded = ""]) => {
      const signature = Buffer.from(encoded, "base64").subarray(4);
      return verify(null, Buffer.from(text), publicKey, signature);
    });
}

function rawPublicKey(base64: string) {
  const x = Buffer.from(base64, "base64").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

function cosign(text: string): string {
  const seconds = Math.trunc(Date.now() / 1_000);
  const signed = behaviour === "wrong_signature" ? `${text}.` : text;
  const signature = sign(
    null,
    Buffer.from(`cosignature/v1\ntime ${seconds}\n${signed}`),
    privateKey,
  );
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const raw = Buffer.from(
    createPublicKey(privateKey).export({ format: "jwk" }).x ?? "",
    "base64url",
  );
  const id = createHash("sha256")
    .update(`${settings.name}\n`)
    .update(Buffer.from([4]))
    .update(behaviour === "wrong_key" ? Buffer.alloc(32) : raw)
    .digest()
    .subarray(0, 4);
  return `— ${settings.name} ${Buffer.concat([id, time, signature]).toString("base64")}\n`;
}

/** Rebuilds both roots from the proof, from the last hash to the first, and compares them. */
function isConsistent(after: { size: number; root: string }, proof: readonly string[]): boolean {
  const hashes = proof.map((one) => Buffer.from(one, "base64"));
  if (seen.size === 0) return hashes.length === 0;
  const { old, now } = rebuild(seen.size, after.size, true, hashes);
  const isRebuilt = old.toString("base64") === seen.root && now.toString("base64") === after.root;
  return isRebuilt && hashes.length === 0;
}

type Roots = { old: Buffer; now: Buffer };

/** `isWhole`: the old tree is complete here, and its root is known. */
function rebuild(old: number, now: number, isWhole: boolean, hashes: Buffer[]): Roots {
  const hash = () => hashes.pop() ?? Buffer.alloc(0);
  if (old === now) {
    const root = isWhole ? Buffer.from(seen.root, "base64") : hash();
    return { old: root, now: root };
  }
  const split = 2 ** Math.ceil(Math.log2(now) - 1);
  const sibling = hash();
  if (old <= split) {
    const left = rebuild(old, split, isWhole, hashes);
    return { old: left.old, now: pair(left.now, sibling) };
  }
  const right = rebuild(old - split, now - split, false, hashes);
  return { old: pair(sibling, right.old), now: pair(sibling, right.now) };
}

function pair(left: Buffer, right: Buffer): Buffer {
  return createHash("sha256")
    .update(Buffer.from([1]))
    .update(left)
    .update(right)
    .digest();
}
