import { readFile } from "node:fs/promises";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";
import type { Environment } from "../../runtime/environment.ts";
import { type Fields, parseJson, readFields, readText } from "../files/json-fields.ts";

/** A look at the engine, if it runs; it is never started for one. */
export type EngineReader = {
  /** The answer to a question that changes nothing; null when it was refused. */
  get(path: string): Promise<Fields | null>;
};

const MAX_BYTES = 4_000_000;

/**
 * Finds the running engine of this machine; null when none answers in time.
 *
 * What answers must be the one that wrote the run file, before it gets to see a credential.
 */
export async function openEngineReader(
  files: EngineFiles,
  env: Environment,
  signal: AbortSignal,
): Promise<EngineReader | null> {
  const run = readFields(parseJson(await readFile(files.run, "utf8").catch(() => "")));
  const [url, instance] = [readText(run.url), readText(run.instance)];
  if (url === null || instance === null || !URL.canParse(url)) return null;
  const health = await ask(new URL("/v1/health", url), null, signal).catch(() => null);
  if (health?.instance !== instance) return null;
  const token = readText(env.COUNTERSIGN_TOKEN) ?? (await ownToken(files));
  if (token === null) return null;
  return { get: (path) => ask(new URL(`/v1${path}`, url), token, signal) };
}

/** The person's credential that sets up and decides nothing; it only reads here. */
async function ownToken({ credentials }: EngineFiles): Promise<string | null> {
  const known = readFields(parseJson(await readFile(credentials, "utf8").catch(() => "")));
  return readText(readFields(known.admin).token);
}

/** The body of an answer with 200; null for any other. What is no answer at all is an error. */
async function ask(url: URL, token: string | null, signal: AbortSignal): Promise<Fields | null> {
  const said = await exchange(url, requestFor(url, token), signal);
  const [head = "", body = ""] = split(said, "\r\n\r\n");
  if (!/^HTTP\/1\.[01] \d{3} /.test(head)) throw new Error("The response is not from an engine");
  return head.slice("HTTP/1.1 ".length).startsWith("200 ") ? readFields(parseJson(body)) : null;
}

/** As the first version of the protocol, in which an answer is whole when the connection ends. */
function requestFor({ pathname, search, host }: URL, token: string | null): string {
  const lines = [`GET ${pathname}${search} HTTP/1.0`, `Host: ${host}`, "Accept: application/json"];
  if (token !== null && /^[\x21-\x7e]+$/.test(token)) lines.push(`Authorization: Bearer ${token}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/**
 * Node's own client takes longer to load than everything else that a hook does, so this speaks over the bare
 * connection. The engine is on this machine.
 */
async function exchange(url: URL, request: string, signal: AbortSignal): Promise<string> {
  if (url.protocol !== "http:") throw new Error("A local engine speaks plain HTTP");
  const { connect } = await import("node:net");
  return await new Promise((resolve, reject) => {
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    const socket = connect({ host, port: Number(url.port || 80), signal });
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on("data", (chunk) => {
      size += chunk.length;
      if (size > MAX_BYTES) socket.destroy(new Error("The engine's response is too large"));
      else chunks.push(chunk);
    });
    socket.on("error", reject);
    socket.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    socket.on("close", () => reject(new Error("The engine closed the connection")));
    socket.write(request);
  });
}

function split(text: string, at: string): string[] {
  const found = text.indexOf(at);
  return found === -1 ? [text] : [text.slice(0, found), text.slice(found + at.length)];
}
