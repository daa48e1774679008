import { randomBytes } from "node:crypto";
import { z } from "zod";
import { accountView, appView } from "../views/account-view.ts";
import { repositoryView } from "../views/repository-view.ts";
import { type Account, timestamp } from "../world/accounts.ts";
import { type AppInstallation, type HubApp, hasRepository } from "../world/apps.ts";
import type { World } from "../world/world.ts";
import { type RestCall, RestFailure, type RestHandler } from "./call.ts";

const TOKEN_LIFE_MS = 3_600_000;

/** Operations of an app about itself and its installations. */
export const APP_OPERATIONS = {
  "GET /app": (call) => ({ status: 200, body: appView(call.world, appOf(call)) }),
  "GET /app/installations": (call) => ({
    status: 200,
    body: ownInstallations(call).map((one) => installationView(call.world, one)),
  }),
  "GET /app/installations/{installation_id}": (call) => ({
    status: 200,
    body: installationView(call.world, installationOf(call)),
  }),
  "GET /repos/{owner}/{repo}/installation": (call) => {
    const name = `${call.params.owner}/${call.params.repo}`;
    const found = ownInstallations(call).find((one) =>
      call.world.repositories.some(
        (repository) =>
          hasRepository(one, repository) && `${repository.owner.login}/${repository.name}` === name,
      ),
    );
    if (found === undefined) throw new RestFailure(404, "Not Found");
    return { status: 200, body: installationView(call.world, found) };
  },
  "POST /app/installations/{installation_id}/access_tokens": (call) => createToken(call),
  "GET /installation/repositories": ({ world, actor }) => {
    if (actor.kind !== "installation") throw new RestFailure(403, "Resource not accessible");
    const { installation } = actor;
    const repositories = world.repositories.filter((one) => hasRepository(installation, one));
    const views = repositories.map((repository) => repositoryView(world, repository));
    return { status: 200, body: { total_count: views.length, repositories: views } };
  },
} satisfies Record<string, RestHandler>;

/** The app that signed the call itself. */
export function appOf({ actor }: RestCall): HubApp {
  if (actor.kind === "app") return actor.app;
  throw new RestFailure(401, "A JSON web token could not be decoded");
}

function ownInstallations(call: RestCall): AppInstallation[] {
  const app = appOf(call);
  return call.world.installations.filter((one) => one.app === app);
}

function installationOf(call: RestCall): AppInstallation {
  const id = Number(call.params.installation_id);
  const found = ownInstallations(call).find((one) => one.id === id);
  if (found === undefined) throw new RestFailure(404, "Not Found");
  return found;
}

function installationView(world: World, installation: AppInstallation) {
  const { id, app, account, createdAt, isSuspended } = installation;
  const api = `${world.url}/api/v3`;
  return {
    id,
    account: { ...accountView(world, account), ...enterpriseFields(account, createdAt) },
    access_tokens_url: `${api}/app/installations/${id}/access_tokens`,
    repositories_url: `${api}/installation/repositories`,
    html_url: `${world.url}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: app.permissions,
    events: [...app.events],
    created_at: createdAt,
    updated_at: createdAt,
    single_file_name: null,
    repository_selection: installation.repositories === null ? "all" : "selected",
    suspended_at: isSuspended ? createdAt : null,
    suspended_by: isSuspended ? accountView(world, account) : null,
  };
}

/** GitHub's description of the list wants the fields of an enterprise in every account. */
function enterpriseFields({ login }: Account, at: string) {
  return { name: login, slug: login, created_at: at, updated_at: at };
}

const TokenRequest = z
  .object({ permissions: z.record(z.string(), z.string()).optional() })
  .optional();

function createToken(call: RestCall) {
  const installation = installationOf(call);
  if (installation.isSuspended) throw new RestFailure(403, "This installation has been suspended");
  const permissions = TokenRequest.parse(call.body)?.permissions ?? installation.app.permissions;
  const granted = installation.app.permissions;
  if (Object.entries(permissions).some(([name, level]) => !isGranted(granted[name], level)))
    throw new RestFailure(422, "The permissions requested are not granted to this installation.");
  const token = `ghs_${randomBytes(18).toString("hex")}`;
  const expiresAtMs = Date.now() + TOKEN_LIFE_MS;
  call.world.tokens.set(token, { kind: "installation", installation, permissions, expiresAtMs });
  const selection = installation.repositories === null ? "all" : "selected";
  const body = {
    token,
    expires_at: timestamp(expiresAtMs),
    permissions,
    repository_selection: selection,
  };
  return { status: 201, body };
}

/** Whether a granted level includes the asked one. */
export function isGranted(granted: string | undefined, asked: string): boolean {
  return granted === "write" || granted === "admin" || (granted === "read" && asked === "read");
}
