import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createPlainServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { engineFiles } from "../../local-engine/files/engine-files.ts";
import { openEngineReader } from "./engine-reader.ts";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

/** A look at whoever listens there, with the files that a running engine leaves. */
async function glance(url: string, signal = AbortSignal.timeout(10_000)) {
  const directory = await mkdtemp(join(tmpdir(), "countersign-glance-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const files = engineFiles(directory);
  await writeFile(files.run, JSON.stringify({ url, instance: "one" }));
  await writeFile(files.credentials, JSON.stringify({ admin: { token: "cs_org_secret" } }));
  return await openEngineReader(files, {}, signal);
}

/** An engine that knows its instance and answers as told. */
function engineThat(answer: RequestListener, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.host} ${request.headers.authorization ?? "-"}`);
    if (request.url === "/v1/health") response.end('{"instance":"one"}');
    else answer(request, response);
  });
  return listen(server);
}

it("asks who it is before it shows a credential, and hears answers of any length", async () => {
  const long = "ü".repeat(300_000);
  const asked: string[] = [];
  const url = await engineThat((_, response) => {
    response.write('{"a":"');
    response.end(`${long}"}`);
  }, asked);
  const engine = await glance(url);
  expect(await engine?.get("/tasks/cs-1?x=%20y")).toEqual({ a: long });
  const host = new URL(url).host;
  expect(asked).toEqual([
    `/v1/health ${host} -`,
    `/v1/tasks/cs-1?x=%20y ${host} Bearer cs_org_secret`,
  ]);
});

it("takes a refusal for no answer", async () => {
  const url = await engineThat((_, response) =>
    response.writeHead(404).end('{"code":"not_found"}'),
  );
  expect(await (await glance(url))?.get("/tasks/cs-1")).toBeNull();
});

it("does not take another program, nor another engine, for the one that runs here", async () => {
  const other = createServer((_, response) => response.end('{"instance":"two"}'));
  expect(await glance(await listen(other))).toBeNull();
  for (const said of ["SSH-2.0-x\r\n", "", 'HTTP/1.1 200 OK\r\n\r\n{"instance":'])
    expect(
      await glance(await listen(createPlainServer((socket) => void socket.end(said)))),
    ).toBeNull();
  expect(await glance("http://127.0.0.1:1")).toBeNull();
  expect(await glance("https://127.0.0.1:1")).toBeNull();
});

it("hears no more than it can use, and waits no longer than it may", async () => {
  const endless = await engineThat((_, response) => {
    const timer = setInterval(() => response.write("x".repeat(1_000_000)), 1);
    response.on("close", () => clearInterval(timer));
  });
  await expect((await glance(endless))?.get("/tasks")).rejects.toThrow("response is too large");
  const mute = createPlainServer((socket) => void socket.on("error", () => undefined));
  const url = await listen(mute);
  expect(await glance(url, AbortSignal.timeout(200))).toBeNull();
});
