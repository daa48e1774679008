import { readFile } from "node:fs/promises";
import type { Environment } from "../context.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { type Fields, fieldsOf, parseJson, textIn } from "./fields.ts";

/** A look at the engine, if it runs; it is never started for one. */
export type EngineGlance = {
  /** The answer to a question that changes nothing; null when it was refused. */
  get(path: string): Promise<Fields | null>;
};

const MOST_BYTES = 4_000_000;

/**
 * Finds the running engine of this machine; null when none answers in time.
 *
 * What answers must be the one that wrote the run file, before it gets to see a credential.
 */
export async function glanceAtEngine(
  files: EngineFiles,
  env: Environment,
  signal: AbortSignal,
): Promise<EngineGlance | null> {
  const run = fieldsOf(parseJson(await readFile(files.run, "utf8").catch(() => "")));
  const [url, instance] = [textIn(run.url), textIn(run.instance)];
  if (url === null || instance === null || !URL.canParse(url)) return null;
  const health = await ask(new URL("/v1/health", url), null, signal).catch(() => null);
  if (health?.instance !== instance) return null;
  const token = textIn(env.COUNTERSIGN_TOKEN) ?? (await ownToken(files));
  if (token === null) return null;
  return { get: (path) => ask(new URL(`/v1${path}`, url), token, signal) };
}

/** The person's credential that sets up and decides nothing; it only reads here. */
async function ownToken({ credentials }: EngineFiles): Promise<string | null> {
  const known = fieldsOf(parseJson(await readFile(credentials, "utf8").catch(() => "")));
  return textIn(fieldsOf(known.admin).token);
}

async function ask(url: URL, token: string | null, signal: AbortSignal): Promise<Fields | null> {
  const { request } = await import("node:http"); // most of the time of a hook that needs it not
  return await new Promise((resolve, reject) => {
    const headers = {
      accept: "application/json",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    const asked = request(url, { headers, signal }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) asked.destroy(new Error("The engine said too much"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        const body = fieldsOf(parseJson(Buffer.concat(chunks).toString("utf8")));
        resolve(response.statusCode === 200 ? body : null);
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
