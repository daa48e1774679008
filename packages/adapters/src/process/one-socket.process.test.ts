import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listMarked } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandboxedProcessRunner } from "./create-sandboxed-process-runner.ts";
import { decodeText, nodeCommand, runCommand } from "./testing/run-command.ts";

const sandboxed = createSandboxedProcessRunner({ graceMs: 300 });
const plain = createSandboxedProcessRunner({ bubblewrap: "/nowhere/bwrap", graceMs: 300 });
const RUNNERS = [
  { name: "with a sandbox", runner: sandboxed },
  { name: "without a sandbox", runner: plain },
];

let directory = "";
let socket = "";
let server: Server;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "one socket-"));
  await writeFile(join(directory, "file"), "words");
  const place = await mkdtemp(join(tmpdir(), "its place-"));
  socket = join(place, "socket");
  server = createServer({ allowHalfOpen: true }, async (connection) => {
    const chunks: Buffer[] = [];
    for await (const chunk of connection) chunks.push(chunk);
    connection.end(`heard ${Buffer.concat(chunks).length}`);
  }).listen(socket);
  await once(server, "listening");
  await chmod(socket, 0o666);
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
  await rm(join(socket, ".."), { recursive: true, force: true });
});

const SAY = nodeCommand(
  'net.connect(process.env.GATEWAY_PORT, "127.0.0.1").on("data", (d) => console.log(String(d))).end("x".repeat(3e5))',
);

describe.each(RUNNERS)("a command that may reach one socket, $name", ({ runner }) => {
  const run = (command: string, more = {}) =>
    runCommand(runner, directory, command, { network: { socket }, ...more });

  it("finds it on its own loopback", async () => {
    const { end, stdout } = await run(`${SAY} && ${SAY}`);

    expect(decodeText(stdout)).toBe("heard 300000\nheard 300000\n");
    expect(end).toEqual({ how: "exited", code: 0 });
  });

  it("keeps its exit code, its streams and its input", async () => {
    const { end, stdout, stderr } = await run("cat; echo 'it'\"'\"'s' >&2; exit 7", {
      input: "y".repeat(400_000),
    });

    expect(end).toEqual({ how: "exited", code: 7 });
    const kept = decodeText(stdout).replace(/\n\[.*\]\n/, "");
    expect([kept.length, decodeText(stderr)]).toEqual([100_000, "it's\n"]);
  });

  it("that kills itself has no exit code", async () => {
    expect((await run("kill -9 $$")).end).toEqual({ how: "killed", why: "signal" });
  });

  it("ends with everything that it started when its time is over", async () => {
    const mark = `MARK=socket-${runner === plain}-${process.pid}`;
    const command = `${mark} setsid sh -c 'sleep 50' & sleep 50`;

    const { end } = await run(command, { limits: { timeoutMs: 1_000 } });

    expect(end).toEqual({ how: "killed", why: "timeout" });
    expect(await listMarked(mark)).toEqual([]);
  });

  it("reads nothing when it is given nothing", async () => {
    expect(decodeText((await run("cat; echo end")).stdout)).toBe("end\n");
  });
});

describe("in the sandbox", () => {
  it("nothing but the socket can be reached", async () => {
    const other = createServer((connection) => connection.end("hello")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? address?.port : 0;
    const script = `for (const at of [[${port}, "127.0.0.1"], [80, "192.0.2.1"], [443, "example.com"]])
      net.connect(...at).on("error", (e) => console.log(e.code)).on("data", () => console.log("reached"))`;

    const { stdout } = await runCommand(sandboxed, directory, nodeCommand(script), {
      network: { socket },
    });
    other.close();

    const codes = decodeText(stdout).trim().split("\n");
    expect(codes).toHaveLength(3);
    expect(codes).toEqual(expect.arrayContaining(["ECONNREFUSED", "ENETUNREACH"]));
    expect(codes).not.toContain("reached");
  });

  it("a directory to be read cannot be written", async () => {
    const command = "cat file; touch new || echo refused; rm -f file; chmod 777 . || echo refused";

    const { stdout } = await runCommand(sandboxed, directory, command, { readOnly: true });

    expect(decodeText(stdout)).toBe("wordsrefused\nrefused\n");
    expect(await readdir(directory)).toEqual(["file"]);
  });
});
