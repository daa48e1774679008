import { once } from "node:events";
import { createServer } from "node:net";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { sendGuarded } from "./send.ts";

const RUNS = Math.ceil(5_000 * inject("scale"));

const LINES = [
  "HTTP/1.1 200 OK",
  "HTTP/1.1 100 Continue\r\n",
  "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n",
  "HTTP/1.0 200",
  "HTTP/9.9 999 ?",
  "content-length: 5",
  "content-length: 99999999999999999999",
  "content-length: -1",
  "transfer-encoding: chunked",
  "transfer-encoding: gzip, chunked",
  "content-encoding: br",
  "location: http://169.254.169.254/",
  "connection: keep-alive",
  "",
  "5\r\nhello\r\n0\r\n\r\n",
  "ffffffffffffffff\r\nx",
  "hello",
] as const;

const lines = fc.array(fc.constantFrom(...LINES)).map((some) => some.join("\r\n"));
const headers = fc.subarray(LINES.filter((line) => line.includes(": ") && !line.includes("/1.1")));

/** What a server may write before it hangs up: near to HTTP, or anything. */
const written = fc.oneof(
  { weight: 4, arbitrary: lines },
  {
    weight: 4,
    arbitrary: fc
      .tuple(headers, lines)
      .map(([some, rest]) => [LINES[0], ...some, "", rest].join("\r\n")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.string().map((body) => [LINES[0], "", body].join("\r\n")) },
);

it(`never throws and leaves no socket, whatever a server writes (${RUNS} times)`, async () => {
  let next = "";
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(next));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server has no port");
  const address = `http://127.0.0.1:${bound.port}/`;
  const rules = { loopback: true, privateHosts: [] };
  const counts = { received: 0, nothing: 0 };

  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      next = text;
      const signal = AbortSignal.timeout(60_000);
      const received = await sendGuarded({
        address,
        headers: {},
        body: "{}",
        rules,
        maxBytes: 100,
        signal,
      });

      if (received.ok) expect(received.body.length).toBeLessThanOrEqual(100);
      else expect(received.reason).toMatch(/^(?:it|the|nobody) /);
      counts[received.ok ? "received" : "nothing"] += 1;
    }),
    { numRuns: RUNS },
  );

  server.close();
  await once(server, "close");
  expect(counts.received).toBeGreaterThan(RUNS / 50);
  expect(counts.nothing).toBeGreaterThan(RUNS / 10);
});
