import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const MODULE = fileURLToPath(new URL("read-stdin.ts", import.meta.url));
const SCRIPT = `
  const { readStdin } = await import(${JSON.stringify(MODULE)});
  process.stdout.write(String((await readStdin(() => process.stdin)).length));
`;

/** Runs the reader on a stdin and tells how many characters it found. */
async function lengthRead(stdin: "pipe" | Socket, feed: (write: Write) => Promise<void>) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT], {
    stdio: [stdin, "pipe", "inherit"],
  });
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stdin?.on("error", () => undefined); // it stopped reading
  await feed((text) => child.stdin?.write(text));
  child.stdin?.end();
  await new Promise((resolve) => child.once("close", resolve));
  return Number(out);
}

type Write = (text: string) => void;

it("reads a pipe to its end", async () => {
  const found = await lengthRead("pipe", async (write) => {
    write("a".repeat(100_000));
    await pause(300);
    write("b".repeat(10));
  });
  expect(found).toBe(100_010);
});

it("takes nothing of an input that is too long", async () => {
  expect(await lengthRead("pipe", async (write) => write("a".repeat(4_000_001)))).toBe(0);
});

it("waits for a host whose pipe does not block", async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-stdin-"));
  const server = createServer({ pauseOnConnect: true }).listen(join(folder, "s"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const host = connect(join(folder, "s"));
  const socket = await accepted;
  const found = await lengthRead(socket, async () => {
    host.write("a".repeat(1_000));
    await pause(500);
    host.end("b".repeat(10));
  });
  socket.destroy();
  expect(found).toBe(1_010);
});
