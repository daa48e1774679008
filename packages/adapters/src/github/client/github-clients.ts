import { createPrivateKey } from "node:crypto";
import type { ForgeRepository } from "@countersign/engine";
import { ForgeError } from "@countersign/engine";
import type { Octokit } from "@octokit/core";
import type { PaginateInterface } from "@octokit/plugin-paginate-rest";
import type { Api } from "@octokit/plugin-rest-endpoint-methods";
import { z } from "zod";
import { type GithubCredentials, type GithubServer, githubApiUrl } from "./github-server.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { toForgeError } from "./to-forge-error.ts";

/** A client with authentication, all REST methods and pagination. */
export type GithubClient = Octokit & Api & { paginate: PaginateInterface };

type GithubCall<Result> = (client: GithubClient) => Promise<Result>;

/** Runs calls as the app or as one of its installations. Each failure is a `ForgeError`. */
export type GithubClients = {
  asApp<Result>(call: GithubCall<Result>): Promise<Result>;
  asInstallation<Result>(installation: number, call: GithubCall<Result>): Promise<Result>;
  /** Returns a token of the installation for git. It is valid for at least a minute. */
  installationToken(installation: number): Promise<string>;
};

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const USER_AGENT = "countersign";
const tokenAnswer = z.object({ token: z.string().min(1) });

/**
 * Creates the clients of one app. The libraries are loaded at the first call. A process can use one GitHub server only:
 * `auth-app` shares token requests that are under way by the number of the installation alone.
 */
export function createGithubClients(
  server: GithubServer,
  { app, privateKey }: Pick<GithubCredentials, "app" | "privateKey">,
): GithubClients {
  const clients = new Map<number | null, Promise<GithubClient>>();
  const clientFor = (installation: number | null) => {
    const known = clients.get(installation);
    if (known !== undefined) return known;
    const made = loadClient(server, { appId: app, privateKey, installation });
    clients.set(installation, made);
    return made;
  };
  return {
    asApp: async (call) => await explained(async () => await call(await clientFor(null))),
    asInstallation: async (installation, call) =>
      await explained(async () => await call(await clientFor(installation))),
    installationToken: async (installation) =>
      await explained(async () => {
        const client = await clientFor(installation);
        const answer = await client.auth({ type: "installation", installationId: installation });
        return parseResponse(tokenAnswer, answer).token;
      }),
  };
}

/** Runs a call without authentication. */
export async function callAnonymously<Result>(
  server: GithubServer,
  call: GithubCall<Result>,
): Promise<Result> {
  return await explained(async () => await call(await loadClient(server, null)));
}

/** Reads a response by its schema. An answer of another form is like no answer. */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new ForgeError("retry", `GitHub: the answer has another form than described (${at})`);
}

/** Returns the parameters of requests about a repository. */
export function repositoryParts({ name }: ForgeRepository): { owner: string; repo: string } {
  const [owner, repo, ...rest] = name.split("/");
  if (!owner || !repo || rest.length > 0) {
    throw new ForgeError("refused", `GitHub: ${name} is not the name of a repository`);
  }
  return { owner, repo };
}

async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw toForgeError(error, Date.now());
  }
}

type AppAuthentication = { appId: number; privateKey: string; installation: number | null };

/** Checks the key before the first request, because the library's error could quote it. */
function requireKey(privateKey: string): void {
  try {
    createPrivateKey(privateKey);
  } catch {
    throw new ForgeError("refused", "GitHub: the app's private key is not a key in PEM format");
  }
}

async function loadClient(
  server: GithubServer,
  authentication: AppAuthentication | null,
): Promise<GithubClient> {
  const [{ Octokit }, { createAppAuth }, { paginateRest }, { restEndpointMethods }] =
    await Promise.all([
      import("@octokit/core"),
      import("@octokit/auth-app"),
      import("@octokit/plugin-paginate-rest"),
      import("@octokit/plugin-rest-endpoint-methods"),
    ]);
  const Client = Octokit.plugin(paginateRest, restEndpointMethods);
  const options = {
    baseUrl: githubApiUrl(server),
    userAgent: USER_AGENT,
    log: SILENT,
    request: { fetch: createGuardedFetch(server), log: SILENT },
  };
  if (authentication === null) return new Client(options);
  const { installation, ...app } = authentication;
  requireKey(app.privateKey);
  const auth = installation === null ? app : { ...app, installationId: installation };
  return new Client({ ...options, authStrategy: createAppAuth, auth });
}
