import type { Account, HubRepository } from "./accounts.ts";

/** `read` or `write` by the permission's name. */
export type HubPermissions = Readonly<Record<string, string>>;

export type HubApp = {
  id: number;
  slug: string;
  name: string;
  owner: Account;
  /** The account that acts for the app: `slug[bot]`. */
  bot: Account;
  clientId: string;
  publicKey: string;
  webhookSecret: string;
  hookUrl: string | null;
  permissions: HubPermissions;
  events: readonly string[];
  createdAt: string;
};

/** An app in an account's repositories. `repositories` is null if it has all of them. */
export type AppInstallation = {
  id: number;
  app: HubApp;
  account: Account;
  repositories: HubRepository[] | null;
  isSuspended: boolean;
  createdAt: string;
};

/** A token of a person or a bot, or of an installation for a limited time. */
export type HubToken =
  | { kind: "user"; account: Account }
  | {
      kind: "installation";
      installation: AppInstallation;
      permissions: HubPermissions;
      expiresAtMs: number;
    };

/** One attempt to deliver a webhook. Attempts of one event share its `guid`. */
export type HubDelivery = {
  id: number;
  guid: string;
  app: HubApp;
  installation: number | null;
  repository: number | null;
  event: string;
  action: string | null;
  body: string;
  isRedelivery: boolean;
  deliveredAt: string;
  durationMs: number;
  /** 0 if there was no answer. */
  statusCode: number;
};

export function hasRepository(installation: AppInstallation, repository: HubRepository): boolean {
  const { account, repositories } = installation;
  return repositories === null ? repository.owner === account : repositories.includes(repository);
}
