import { z } from "zod";
import { callAnonymously, createGithubClients, parseResponse } from "./client/github-clients.ts";
import type { GithubCredentials, GithubServer } from "./client/github-server.ts";

const conversion = z.object({
  id: z.number(),
  slug: z.string().min(1),
  pem: z.string().min(1),
  webhook_secret: z.string().min(1),
  html_url: z.string(),
  owner: z.object({ login: z.string() }).nullish().catch(null),
});

/** A GitHub App that was just created from our manifest. */
export type CreatedGithubApp = {
  credentials: GithubCredentials;
  /** The app's page on GitHub, where it is installed on repositories. */
  page: string;
  owner: string | null;
};

/** Exchanges the code of the manifest flow for the app's credentials. A code works once, for an hour. */
export async function convertGithubManifest(
  server: GithubServer,
  code: string,
): Promise<CreatedGithubApp> {
  return await callAnonymously(server, async ({ rest }) => {
    const { data } = await rest.apps.createFromManifest({ code });
    const { id, slug, pem, webhook_secret, html_url, owner } = parseResponse(conversion, data);
    const credentials = { app: id, slug, privateKey: pem, webhookSecret: webhook_secret };
    return { credentials, page: html_url, owner: owner?.login ?? null };
  });
}

const appAnswer = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  html_url: z.string(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});

/** The app as GitHub knows it. */
export type GithubApp = {
  app: number;
  slug: string;
  name: string;
  page: string;
  permissions: Readonly<Record<string, string>>;
  events: readonly string[];
};

/** Reads our app, which proves that its id and private key belong together. */
export async function readGithubApp(
  server: GithubServer,
  credentials: Pick<GithubCredentials, "app" | "privateKey">,
): Promise<GithubApp> {
  return await createGithubClients(server, credentials).asApp(async ({ rest }) => {
    const { data } = await rest.apps.getAuthenticated();
    const { id, slug, name, html_url, permissions, events } = parseResponse(appAnswer, data);
    return { app: id, slug, name, page: html_url, permissions, events };
  });
}
