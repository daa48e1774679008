import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { GithubServer } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import type { Environment } from "../../runtime/environment.ts";
import { writePrivate } from "../files/private-file.ts";

const HttpsUrl = z.url({ protocol: /^https$/ }).refine((url) => new URL(url).username === "");

/** The credentials of our GitHub App, and where its server is. Kept in a file, never in the database. */
const GithubAppSettings = z.strictObject({
  app: z.int().min(1),
  /** The app's name in addresses. */
  slug: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  privateKey: z.string().startsWith("-----BEGIN "),
  webhookSecret: z.string().min(16),
  /** The REST API. Default: https://api.github.com. */
  apiUrl: HttpsUrl.optional(),
  /** Pages and repositories. Default: https://github.com. */
  webUrl: HttpsUrl.optional(),
  /** A file with a certificate authority to trust instead of the usual ones. */
  caFile: z.string().refine(isAbsolute).optional(),
  /** Whether the server may have an address of a private network. Default: no. */
  privateNetwork: z.boolean().optional(),
});
export type GithubAppSettings = z.infer<typeof GithubAppSettings>;

/** Returns the file with the app's credentials: the one that the environment names, or that of the data directory. */
export function githubSettingsFile(ownFile: string, env: Environment): string {
  const named = env.COUNTERSIGN_GITHUB_APP_FILE;
  return named === undefined || named === "" ? ownFile : named;
}

/** Reads the app's credentials. Null if there is no such file. The error shows nothing of its content. */
export async function readGithubSettings(file: string): Promise<GithubAppSettings | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw unreadable(file);
  });
  if (text === null) return null;
  const parsed = GithubAppSettings.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw unreadable(file);
}

/** Stores the app's credentials in a file that only its owner can read. */
export async function writeGithubSettings(
  file: string,
  settings: GithubAppSettings,
): Promise<void> {
  await writePrivate(file, GithubAppSettings.parse(settings));
}

/** Returns the host whose accounts and repositories the app sees. */
export function githubHost({ webUrl }: Pick<GithubAppSettings, "webUrl">): string {
  return webUrl === undefined ? "github.com" : new URL(webUrl).host;
}

type ServerSettings = Pick<GithubAppSettings, "apiUrl" | "webUrl" | "caFile" | "privateNetwork">;

/** Returns how to reach the app's server. A server of your own has its API below its pages. */
export async function githubServer(settings: ServerSettings): Promise<GithubServer> {
  const { webUrl, caFile, privateNetwork = false } = settings;
  const apiUrl = settings.apiUrl ?? (webUrl && `${webUrl.replace(/\/+$/, "")}/api/v3`);
  const addresses = [apiUrl, webUrl].filter((url) => url !== undefined);
  const hosts = addresses.map((url) => new URL(url).hostname);
  return {
    ...{ apiUrl, gitUrl: webUrl },
    rules: { loopback: false, privateHosts: privateNetwork ? hosts : [] },
    ca: caFile === undefined ? undefined : await readFile(caFile, "utf8"),
  };
}

function unreadable(file: string): CountersignError {
  return new CountersignError(
    "invalid_input",
    `${file} does not hold the credentials of a GitHub App.`,
    { hint: "Correct it, or remove it and run: countersign github setup" },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
