import { fileURLToPath } from "node:url";
import type { Engine, Log } from "@countersign/engine";
import { createApp, type RunningServer, type SignInSettings, serve } from "@countersign/server";
import { z } from "zod";
import { VERSION } from "../runtime/version.ts";

export type ServeSettings = {
  /** 0: `lastPort`, or any free port. */
  port: number;
  /** The port at which the engine last listened, which passkeys of this machine belong to. Null if there was none. */
  lastPort: number | null;
  /** Where people reach the engine through TLS, such as `https://cs.example.com`; null without TLS. */
  publicUrl: string | null;
  /** How people sign in at the public address. Undefined without an identity provider. */
  signIn?: SignInSettings | undefined;
  /** Tells this engine process from every other one. */
  instance: string;
  log: Log;
};

/** The schema of a public address. Its value is the origin, as browsers write it. */
export const PublicUrl = z
  .string()
  .refine(isBareHttps, "must be an https URL without a path, such as https://cs.example.com")
  .transform((text) => new URL(text).origin);

const LOOPBACK = ["127.0.0.1", "localhost"];

/** The pages lie in `web` beside the chunks of the package, and in their own package in the source. */
const PAGES = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../web/dist" : "../web", import.meta.url),
);

/** Serves the API and the pages on loopback, for this machine's own pages and those of the public address. */
export async function serveEngine(
  { port, lastPort, publicUrl, signIn, instance, log }: ServeSettings,
  engine: Engine,
): Promise<RunningServer> {
  const app = createApp({
    engine,
    version: VERSION,
    instance,
    log,
    hosts: publicUrl === null ? LOOPBACK : [...LOOPBACK, new URL(publicUrl).host],
    origins: publicUrl === null ? [] : [publicUrl],
    mcp: async (request, client) => {
      const { serveMcpOverHttp } = await import("@countersign/mcp");
      return await serveMcpOverHttp(VERSION)(request, client);
    },
    pages: { directory: PAGES },
    ...(signIn !== undefined && { signIn }),
  });
  if (port !== 0 || lastPort === null) return await serve(app, { port });
  return await serve(app, { port: lastPort }).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    log({ level: "warn", event: "port_taken", fields: { port: lastPort } });
    return serve(app, { port: 0 });
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function isBareHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return protocol === "https:" && pathname + search + hash + username + password === "/";
}
