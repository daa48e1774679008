import type {
  Forge,
  ForgeMergeOutcome,
  ForgeProofs,
  ForgePush,
  ForgeRepository,
} from "@countersign/engine";
import { createGithubClients } from "./client/github-clients.ts";
import {
  type GithubCredentials,
  type GithubServer,
  githubCloneUrl,
} from "./client/github-server.ts";
import { mergeChange } from "./merge-change.ts";
import { enqueueChange, readQueue } from "./merge-queue.ts";
import { readChanges, readPullRequest, readRepositories, readReviews } from "./read-changes.ts";
import { readContributors } from "./read-contributors.ts";
import { readRules } from "./read-rules.ts";
import { scanRepository } from "./scan-repository.ts";
import { readDeliveries, redeliver } from "./webhooks/read-deliveries.ts";
import { readWebhook } from "./webhooks/read-webhook.ts";
import { writeCheck } from "./write-check.ts";
import { writeComment } from "./write-comment.ts";

type Remote = { url: string; token: string; ca?: string | undefined };

export type GithubForgeOptions = {
  server: GithubServer;
  credentials: GithubCredentials;
  /** Git over https, as `createGitTransport` makes it. */
  transport: {
    fetch(remote: Remote, gitDir: string, refs: readonly string[]): Promise<unknown>;
    drop(gitDir: string, prefix: string, kept: readonly string[]): Promise<void>;
    push(
      remote: Remote,
      gitDir: string,
      push: ForgePush | null,
      proofs?: ForgeProofs,
    ): Promise<ForgeMergeOutcome>;
  };
};

/** Where GitHub keeps the branches of merge groups. People cannot push there. */
const GROUP_BRANCHES = "refs/heads/gh-readonly-queue/";

/** Creates the GitHub App as a forge. GitHub's libraries are loaded at the first request. */
export function createGithubForge({ server, credentials, transport }: GithubForgeOptions): Forge {
  const { app } = credentials;
  const clients = createGithubClients(server, credentials);
  const remoteOf = async ({ installation, name }: ForgeRepository): Promise<Remote> => ({
    url: githubCloneUrl(server, name),
    token: await clients.installationToken(installation),
    ca: server.ca,
  });
  return {
    app,
    repositories: () => readRepositories(clients),
    changes: (repo, version) => readChanges(clients, repo, version),
    change: (repo, number) => readPullRequest(clients, repo, number),
    reviews: (repo, number) => readReviews(clients, repo, number),
    contributors: (repo, number) => readContributors(clients, repo, number),
    rules: (repo, branch) => readRules(clients, repo, branch),
    scan: (repo, branch, commits) => scanRepository(clients, app, repo, { branch, commits }),
    async fetchInto(repo, gitDir, { branches, changes }) {
      const refs = [
        ...branches.map((branch) => `refs/heads/${branch}`),
        ...changes.map((number) => `refs/pull/${number}/head`),
      ];
      await transport.fetch(await remoteOf(repo), gitDir, refs);
    },
    dropGroups: (gitDir, kept) =>
      transport.drop(
        gitDir,
        GROUP_BRANCHES,
        kept.map((branch) => `refs/heads/${branch}`),
      ),
    push: async (repo, gitDir, push, proofs) =>
      transport.push(await remoteOf(repo), gitDir, push, proofs),
    pushProofs: async (repo, gitDir, proofs) =>
      transport.push(await remoteOf(repo), gitDir, null, proofs),
    async tell(repo, number, report, ids) {
      const check = await writeCheck(clients, app, repo, report, ids?.check ?? null);
      const knownId = ids?.comment ?? null;
      if (number === null || report.comment === null) return { check, comment: knownId };
      const text = report.comment;
      const comment = await writeComment(clients, credentials, repo, { number, text, knownId });
      return { check, comment };
    },
    merge: (repo, number, merge) => mergeChange(clients, repo, number, merge),
    enqueue: (repo, number, head) => enqueueChange(clients, repo, number, head),
    queue: (repo, branch) => readQueue(clients, repo, branch),
    deliveries: (sinceMs) => readDeliveries(clients, sinceMs),
    redeliver: (delivery) => redeliver(clients, delivery),
    readWebhook: async (headers, body) => readWebhook(credentials, headers, body),
  };
}
