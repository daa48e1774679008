import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listenHere } from "../attack/listen-here.ts";

/** TLS in front of an engine, as a team runs it. */
export type TlsProxy = { port: number; close(): void };

/** Starts a proxy with a throwaway certificate that passes every request and its headers on. */
export async function openTlsProxy(host: string, engine: string): Promise<TlsProxy> {
  const server = createServer(await createCertificate(host), (incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const passed = request(engine, { method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const { port } = new URL(await listenHere(server));
  return {
    port: Number(port),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function createCertificate(host: string): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const about = [
    "-nodes",
    "-days",
    "1",
    "-subj",
    `/CN=${host}`,
    "-addext",
    `subjectAltName=DNS:${host}`,
  ];
  await promisify(execFile)("openssl", [...kind, ...about, "-keyout", key, "-out", cert]);
  const pair = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true });
  return pair;
}
