// A device in the process of another user. Arguments: the socket, and the file that stands for a touch
// and names the finger.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const [, , socketPath = "", touchFile = ""] = process.argv;
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const TOUCH_MS = 400;
const FLAG_TOUCHED = 1;
const FLAG_VERIFIED = 4;
let counter = 0;

/** Waits for a touch, and uses it up: the first request gets it. Returns whose finger it was. Null: nobody touched. */
async function readTouch(): Promise<string | null> {
  for (const end = Date.now() + TOUCH_MS; Date.now() < end; await sleep(20))
    if (existsSync(touchFile)) {
      const finger = readFileSync(touchFile, "utf8");
      rmSync(touchFile);
      return finger;
    }
  return null;
}

/** Returns the flags of a signature. Null: the device does not sign. It knows the person's finger. */
async function readFlags(isTouchAsked: boolean, isFingerAsked: boolean): Promise<number | null> {
  if (!isTouchAsked && !isFingerAsked) return 0;
  const finger = await readTouch();
  if (finger === null) return null;
  if (!isFingerAsked) return FLAG_TOUCHED;
  return finger === "person" ? FLAG_TOUCHED | FLAG_VERIFIED : null;
}

/** Answers one request. Without a touch it signs only if none is asked for, and says so, as real devices do. */
async function answer(request: Buffer): Promise<Buffer> {
  const [op = 0, flags = 0, length = 0] = request;
  const application = request.subarray(3, 3 + length);
  const data = request.subarray(3 + length);
  const isEnrolment = op === "e".charCodeAt(0);
  const isTouchAsked = isEnrolment || (flags & FLAG_TOUCHED) !== 0;
  const shown = await readFlags(isTouchAsked, (flags & FLAG_VERIFIED) !== 0);
  if (shown === null) return Buffer.alloc(0);
  if (isEnrolment) return Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  counter += 1;
  const fields = Buffer.alloc(5);
  fields.writeUInt8(shown);
  fields.writeUInt32BE(counter, 1);
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  const covered = Buffer.concat([hash(application), fields, hash(data)]);
  return Buffer.concat([fields, sign(null, covered, privateKey)]);
}

const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece));
  socket.on("error", () => socket.destroy());
  socket.on("end", async () => {
    socket.end(await answer(Buffer.concat(pieces)));
  });
});
server.listen(socketPath, () => {
  chmodSync(socketPath, 0o666);
  process.stdout.write("ready\n");
});
