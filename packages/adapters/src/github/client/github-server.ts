import type { EgressRules } from "../../egress/check-target.ts";
import type { Resolve } from "../../egress/guard-lookup.ts";

/** A GitHub server, and how to reach it. */
export type GithubServer = {
  /** The address of the REST API. Default: https://api.github.com. */
  apiUrl?: string | undefined;
  /** The address above the repositories' own. Default: https://github.com. */
  gitUrl?: string | undefined;
  /** Targets that requests may reach besides public ones. Default: none. */
  rules?: EgressRules | undefined;
  /** A certificate authority to trust instead of the usual ones, as PEM. */
  ca?: string | undefined;
  resolve?: Resolve | undefined;
  /** Milliseconds until a request must be answered. Default 20,000, per request. */
  timeoutMs?: number | undefined;
};

/** The credentials of our GitHub App. */
export type GithubCredentials = {
  /** The id of the app. */
  app: number;
  /** The app's name in addresses. Its bot account is `slug[bot]`. */
  slug: string;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
};

/** The name of the one check on each head. */
export const CHECK_NAME = "countersign/gate";

const API_URL = "https://api.github.com";
const GIT_URL = "https://github.com";

/** Returns the address of the REST API, without a slash at its end. */
export function githubApiUrl({ apiUrl = API_URL }: GithubServer): string {
  return apiUrl.replace(/\/+$/, "");
}

/** Returns the address of a repository for git. */
export function githubCloneUrl({ gitUrl = GIT_URL }: GithubServer, name: string): string {
  return `${gitUrl.replace(/\/+$/, "")}/${name}.git`;
}
