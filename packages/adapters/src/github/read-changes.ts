import {
  type ForgeChange,
  type ForgeChangeList,
  ForgeError,
  type ForgeRepository,
  type ForgeReview,
} from "@countersign/engine";
import { z } from "zod";
import {
  type GithubClient,
  type GithubClients,
  parseResponse,
  repositoryParts,
} from "./client/github-clients.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";
import { answeredStatus } from "./client/to-forge-error.ts";
import { githubChange, githubReview, toForgeChange, toForgeReview } from "./to-forge-change.ts";

const NOT_MODIFIED = 304;
const githubInstallation = z.object({ id: z.number(), suspended_at: z.string().nullish() });
const githubRepository = z.object({ id: z.number(), full_name: z.string() });

/** Lists the repositories of every installation that is not suspended. */
export async function readRepositories(clients: GithubClients): Promise<ForgeRepository[]> {
  const installations = await clients.asApp(async ({ paginate, rest }) =>
    readPages(paginate.iterator(rest.apps.listInstallations, { per_page: PAGE_SIZE })),
  );
  const repositories: ForgeRepository[] = [];
  for (const { id: installation, suspended_at } of parseResponse(
    z.array(githubInstallation),
    installations,
  )) {
    if (suspended_at !== null && suspended_at !== undefined) continue;
    const found = await clients.asInstallation(installation, async ({ paginate, rest }) =>
      readPages(
        paginate.iterator(rest.apps.listReposAccessibleToInstallation, { per_page: PAGE_SIZE }),
      ),
    );
    for (const { id, full_name } of parseResponse(z.array(githubRepository), found)) {
      repositories.push({ installation, id, name: full_name });
    }
  }
  return repositories;
}

/**
 * Lists the open pull requests, unless nothing changed since `version`.
 *
 * The version is the ETag of the pull requests that changed last, in any state: a pull request that was closed is
 * missing from the list of open ones, whose first page stays the same. An unchanged answer costs no counted request.
 */
export async function readChanges(
  clients: GithubClients,
  repo: ForgeRepository,
  version: string | null,
): Promise<ForgeChangeList> {
  const parts = repositoryParts(repo);
  return await clients.asInstallation(repo.installation, async ({ paginate, rest }) => {
    const headers = version === null ? {} : { "if-none-match": version };
    const latest = { ...parts, sort: "updated", direction: "desc", per_page: PAGE_SIZE } as const;
    let etag: string | null;
    try {
      const answer = await rest.pulls.list({ ...latest, state: "all", headers });
      etag = answer.headers.etag ?? null;
    } catch (error) {
      if (answeredStatus(error) === NOT_MODIFIED) return { is: "same" };
      throw error;
    }
    const open = { ...parts, state: "open", sort: "created", per_page: PAGE_SIZE } as const;
    const found = await readPages(paginate.iterator(rest.pulls.list, open));
    const changes = parseResponse(z.array(githubChange), found);
    if (changes.length === 0) requireSame(repo, await readRepository(rest, parts));
    for (const { base } of changes) requireSame(repo, base.repo);
    return { is: "changed", changes: changes.map(toForgeChange), version: etag };
  });
}

export async function readPullRequest(
  clients: GithubClients,
  repo: ForgeRepository,
  number: number,
): Promise<ForgeChange> {
  const parts = { ...repositoryParts(repo), pull_number: number };
  return await clients.asInstallation(repo.installation, async ({ rest }) => {
    const { data } = await rest.pulls.get(parts);
    const change = parseResponse(githubChange, data);
    requireSame(repo, change.base.repo);
    return toForgeChange(change);
  });
}

async function readRepository(
  rest: GithubClient["rest"],
  parts: { owner: string; repo: string },
): Promise<{ id: number }> {
  const { data } = await rest.repos.get(parts);
  return parseResponse(githubRepository, data);
}

/** Refuses what belongs to another repository, which took the name after ours was renamed. */
function requireSame({ id, name }: ForgeRepository, found: { id: number }): void {
  if (found.id !== id) throw new ForgeError("refused", `GitHub: ${name} is another repository now`);
}

/** Lists the submitted reviews of a pull request, oldest first. */
export async function readReviews(
  clients: GithubClients,
  repo: ForgeRepository,
  number: number,
): Promise<ForgeReview[]> {
  const parts = { ...repositoryParts(repo), pull_number: number, per_page: PAGE_SIZE };
  const found = await clients.asInstallation(repo.installation, async ({ paginate, rest }) =>
    readPages(paginate.iterator(rest.pulls.listReviews, parts)),
  );
  return parseResponse(z.array(githubReview), found).flatMap(
    (review) => toForgeReview(review) ?? [],
  );
}
