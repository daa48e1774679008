import { createSign } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import { type Hub, startHub } from "./start-hub.ts";
import { openWorkClone, type WorkClone } from "./work-clone.ts";

export type HubAnswer = { status: number; headers: Record<string, unknown>; body: unknown };
export type Send = (method: string, path: string, body?: unknown) => Promise<HubAnswer>;

/** A hub with `acme/shop`, two people and an installed app, and plain calls to its REST interface. */
export type HubShop = Awaited<ReturnType<typeof openHubShop>>;

/** Starts a hub whose repository has one commit on `main`. */
export async function openHubShop(options: { hookUrl?: string | null } = {}) {
  const hub = await startHub();
  const { admin } = hub;
  await admin.createAccount({ login: "acme", type: "Organization" });
  const ana = await admin.createAccount({ login: "ana" });
  const ben = await admin.createAccount({ login: "ben" });
  const created = await admin.createRepository({ owner: "acme", name: "shop" });
  const app = await admin.createApp({ owner: "acme", hookUrl: options.hookUrl ?? null });
  const installation = await admin.installApp({ app: app.id, account: "acme" });
  const { token } = await admin.createInstallationToken({ id: installation.id });
  const clone = await openWorkClone({
    cloneUrl: created.cloneUrl,
    caPath: hub.caPath,
    token: ana.token,
    email: ana.email,
  });
  await clone.commit("First", { "a.txt": "1\n" });
  await clone.git("push", "--quiet", "origin", "main");
  const ca = await readFile(hub.caPath, "utf8");
  const sendWith =
    (credential: () => string, headers: Record<string, string> = {}): Send =>
    (method, path, body) =>
      send(hub, ca, { authorization: `Bearer ${credential()}`, ...headers }, method, path, body);
  return {
    hub,
    repository: created.name,
    clone,
    ana,
    ben,
    app: app.id,
    appKeys: app,
    installation: installation.id,
    asApp: sendWith(() => token),
    asAppItself: sendWith(() => signToken(app.id, app.privateKey)),
    asPerson: sendWith(() => ben.token),
    sendWith,
    token,
    pushBranch: (branch: string, files: Record<string, string>) => pushBranch(clone, branch, files),
  };
}

/** Commits files on a branch, which starts at `main` if it is new, and pushes it. */
async function pushBranch(
  clone: WorkClone,
  branch: string,
  files: Record<string, string>,
): Promise<string> {
  const known = await clone.git("branch", "--list", branch);
  if (known === "") await clone.git("checkout", "--quiet", "-b", branch, "main");
  else await clone.git("checkout", "--quiet", branch);
  const commit = await clone.commit(`Change ${branch}`, files);
  await clone.git("push", "--quiet", "origin", branch);
  return commit;
}

/** The token with which an app identifies itself: RS256, valid for ten minutes. */
export function signToken(app: number, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = encode({ iat: now - 30, exp: now + 540, iss: String(app) });
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${claims}`;
  const signature = createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url");
  return `${signed}.${signature}`;
}

async function send(
  hub: Hub,
  ca: string,
  headers: Record<string, string>,
  method: string,
  path: string,
  body: unknown,
): Promise<HubAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HubAnswer>();
  const url = path.startsWith("https:") ? path : `${hub.apiUrl}${path}`;
  const outgoing = request(url, { method, headers, ca, agent: false }, (response) => {
    const { statusCode: status = 0, headers } = response;
    const isEmpty = status === 304 || status === 204;
    const read = isEmpty ? Promise.resolve(null) : json(response);
    read.then((parsed) => resolve({ status, headers, body: parsed }), reject);
  });
  outgoing.on("error", reject);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
