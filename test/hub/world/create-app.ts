import { randomBytes } from "node:crypto";
import { type Account, timestamp } from "./accounts.ts";
import type { HubApp, HubPermissions } from "./apps.ts";
import { findAccount } from "./look-up.ts";
import type { World } from "./world.ts";

export type NewApp = {
  owner: string;
  name: string;
  /** PEM of the key with which the app signs. */
  publicKey: string;
  hookUrl: string | null;
  permissions: HubPermissions;
  events: readonly string[];
  webhookSecret?: string | undefined;
};

/** Creates an app and its bot account. */
export function createApp(world: World, given: NewApp): HubApp {
  const { owner, webhookSecret = randomBytes(20).toString("hex"), ...rest } = given;
  const account = findAccount(world, owner);
  if (account === undefined) throw new Error(`There is no account ${owner}`);
  const slug = given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const login = `${slug}[bot]`;
  const bot: Account = { id: world.newId(), login, type: "Bot", email: `${slug}-bot@example.com` };
  const app: HubApp = {
    ...rest,
    id: world.newId(),
    slug,
    owner: account,
    bot,
    clientId: `Iv23${randomBytes(8).toString("hex")}`,
    webhookSecret,
    createdAt: timestamp(),
  };
  world.accounts.push(bot);
  world.apps.push(app);
  return app;
}
