import { generateKeyPairSync, randomBytes } from "node:crypto";
import { timestamp } from "../world/accounts.ts";
import { createApp } from "../world/create-app.ts";
import type { World } from "../world/world.ts";
import { accountNamed, found, repositoryNamed } from "./find.ts";

/** What countersign's own app asks for. */
const PERMISSIONS = {
  checks: "write",
  contents: "write",
  pull_requests: "write",
  issues: "write",
  statuses: "read",
  merge_queues: "read",
  metadata: "read",
};
const EVENTS = [
  "check_run",
  "issue_comment",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "push",
];

export type NewAppOptions = {
  owner: string;
  name?: string;
  hookUrl?: string | null;
  webhookSecret?: string;
  permissions?: Record<string, string>;
  events?: string[];
};

export function createAppCalls(world: World) {
  return {
    /** Creates an app with a new key. */
    async createApp(options: NewAppOptions) {
      const { owner, name = "countersign", hookUrl = null, webhookSecret } = options;
      const { permissions = PERMISSIONS, events = EVENTS } = options;
      const { privateKey, publicKey } = generateKeyPairSync("rsa", {
        modulusLength: 2048,
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "pem" },
      });
      const given = { owner, name, publicKey, hookUrl, permissions, events, webhookSecret };
      const app = createApp(world, given);
      const { id, slug, clientId } = app;
      return { id, slug, clientId, privateKey, webhookSecret: app.webhookSecret };
    },

    /** Installs an app in an account: in the listed repositories, or in all of them. */
    async installApp(options: { app: number; account: string; repositories?: string[] }) {
      const app = found(
        world.apps.find(({ id }) => id === options.app),
        `app ${options.app}`,
      );
      const installation = {
        id: world.newId(),
        app,
        account: accountNamed(world, options.account),
        repositories: options.repositories?.map((name) => repositoryNamed(world, name)) ?? null,
        isSuspended: false,
        createdAt: timestamp(),
      };
      world.installations.push(installation);
      return { id: installation.id };
    },

    async suspendInstallation({ id, isSuspended }: { id: number; isSuspended: boolean }) {
      installation(world, id).isSuspended = isSuspended;
    },

    /** Issues a token of an installation, for tests that act as another app. */
    async createInstallationToken({ id, lifeMs = 3_600_000 }: { id: number; lifeMs?: number }) {
      const one = installation(world, id);
      const token = `ghs_${randomBytes(18).toString("hex")}`;
      const expiresAtMs = Date.now() + lifeMs;
      const { permissions } = one.app;
      world.tokens.set(token, {
        kind: "installation",
        installation: one,
        permissions,
        expiresAtMs,
      });
      return { token };
    },

    /** Every token that an installation was ever given. */
    async readInstallationTokens() {
      return [...world.tokens].flatMap(([token, { kind }]) =>
        kind === "installation" ? [token] : [],
      );
    },

    /** Lets every installation's token expire now. */
    async expireTokens() {
      for (const token of world.tokens.values())
        if (token.kind === "installation") token.expiresAtMs = Date.now();
    },

    /** What a person does in the browser: accepts a manifest. The code is exchanged once. */
    async acceptManifest(given: { owner: string; manifest: Record<string, unknown> }) {
      const code = randomBytes(20).toString("hex");
      world.manifests.set(code, { ...given.manifest, owner: given.owner });
      return { code };
    },
  };
}

function installation(world: World, id: number) {
  return found(
    world.installations.find((one) => one.id === id),
    `installation ${id}`,
  );
}
