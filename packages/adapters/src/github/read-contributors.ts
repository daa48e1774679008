import type { ForgeAccount, ForgeContributors, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import {
  type GithubClient,
  type GithubClients,
  parseResponse,
  repositoryParts,
} from "./client/github-clients.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";
import { optionalAccount, toForgeAccount } from "./client/to-forge-account.ts";

/** GitHub lists at most this many commits of a pull request. */
const MAX_LISTED_COMMITS = 250;

const githubCommit = z.object({ author: optionalAccount, committer: optionalAccount });
type GithubCommit = z.infer<typeof githubCommit>;

/** An event of a pull request. Most events lack most of these fields. */
const timelineEvent = z.object({
  event: z.string().catch(""),
  actor: optionalAccount,
  assignee: optionalAccount,
});
type TimelineEvent = z.infer<typeof timelineEvent>;

/** A move of the branch in our repository. */
const githubActivity = z.object({ actor: optionalAccount });
type GithubActivity = z.infer<typeof githubActivity>;

/** The author, and where the branch is. `head.user` owns the repository of the branch. */
const changeOrigin = z.object({
  user: optionalAccount,
  head: z.object({
    ref: z.string(),
    user: optionalAccount,
    repo: z.object({ id: z.number() }).nullish(),
  }),
  base: z.object({ repo: z.object({ id: z.number() }) }),
});
type ChangeOrigin = z.infer<typeof changeOrigin>;

/** What GitHub says about the origin of a change. */
export type ContributionRecord = {
  origin: ChangeOrigin;
  commits: readonly GithubCommit[];
  activity: readonly GithubActivity[];
  events: readonly TimelineEvent[];
};

const MAX_ACTIVITY_PAGES = 10;

/** Reads the accounts behind a pull request's commits and pushes, and the person who assigned its author. */
export async function readContributors(
  clients: GithubClients,
  repo: ForgeRepository,
  number: number,
): Promise<ForgeContributors> {
  const name = { ...repositoryParts(repo), pull_number: number };
  const parts = { ...repositoryParts(repo), per_page: PAGE_SIZE };
  return await clients.asInstallation(repo.installation, async (client) => {
    const { paginate, rest } = client;
    const origin = parseResponse(changeOrigin, (await rest.pulls.get(name)).data);
    const listed = { ...parts, pull_number: number };
    const commits = await readPages(paginate.iterator(rest.pulls.listCommits, listed));
    const timeline = { ...parts, issue_number: number };
    const events = await readPages(paginate.iterator(rest.issues.listEventsForTimeline, timeline));
    return toContributors({
      origin,
      commits: parseResponse(z.array(githubCommit), commits),
      activity: isFork(origin)
        ? []
        : await readActivity(client, { ...parts, ref: origin.head.ref }),
      events: parseResponse(z.array(timelineEvent), events),
    });
  });
}

/** Reads the newest moves of a branch. */
async function readActivity(
  { paginate, rest }: GithubClient,
  query: { owner: string; repo: string; ref: string; per_page: number },
): Promise<GithubActivity[]> {
  let pages = 0;
  const ref = `refs/heads/${query.ref}`;
  const found = await readPages(
    paginate.iterator(rest.repos.listActivities, { ...query, ref }),
    () => {
      pages += 1;
      return pages >= MAX_ACTIVITY_PAGES;
    },
  );
  return parseResponse(z.array(githubActivity), found);
}

/** Collects the contributors of a change. */
export function toContributors(record: ContributionRecord): ForgeContributors {
  const { origin, commits, activity, events } = record;
  const accounts = new Map<number, ForgeAccount>();
  const pushes = events.filter(({ event }) => PUSH_EVENTS.includes(event));
  for (const account of [
    ...commits.flatMap((commit) => [commit.author, commit.committer]),
    ...[...activity, ...pushes].map(({ actor }) => actor),
    isFork(origin) ? origin.head.user : null,
  ]) {
    if (account) accounts.set(account.id, toForgeAccount(account));
  }
  const hasUnknown =
    commits.length >= MAX_LISTED_COMMITS ||
    activity.length >= MAX_ACTIVITY_PAGES * PAGE_SIZE ||
    commits.some((commit) => !commit.author || !commit.committer);
  const assignedBy = firstAssigner(origin.user?.id ?? null, events);
  return { committers: [...accounts.values()], hasUnknown, assignedBy };
}

function isFork({ head, base }: ChangeOrigin): boolean {
  return head.repo?.id !== base.repo.id;
}

/** Events whose actor moved the branch. */
const PUSH_EVENTS: readonly string[] = ["head_ref_force_pushed", "head_ref_restored"];

/** Returns the person who first assigned the author. A later assignment cannot replace a sponsor. */
function firstAssigner(
  author: number | null,
  events: readonly TimelineEvent[],
): ForgeAccount | null {
  const assigner = events.find(
    ({ event, actor, assignee }) =>
      event === "assigned" &&
      assignee?.id === author &&
      actor?.type === "User" &&
      actor.id !== author,
  )?.actor;
  return assigner ? toForgeAccount(assigner) : null;
}
