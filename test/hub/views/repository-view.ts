import { type HubRepository, repositoryName } from "../world/accounts.ts";
import type { World } from "../world/world.ts";
import { accountView } from "./account-view.ts";

/** Addresses that every repository has, below its own. */
const ADDRESSES = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
} as const;

export function repositoryUrl(world: World, repository: HubRepository): string {
  return `${world.url}/api/v3/repos/${repositoryName(repository)}`;
}

export function pageUrl(world: World, repository: HubRepository): string {
  return `${world.url}/${repositoryName(repository)}`;
}

export function repositoryView(world: World, repository: HubRepository) {
  const api = repositoryUrl(world, repository);
  const page = pageUrl(world, repository);
  const addresses = Object.entries(ADDRESSES).map(([key, path]) => [key, `${api}${path}`]);
  return {
    ...Object.fromEntries(addresses),
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: repositoryName(repository),
    private: true,
    owner: accountView(world, repository.owner),
    html_url: page,
    description: null,
    fork: repository.parent !== null,
    url: api,
    clone_url: `${page}.git`,
    git_url: `git://127.0.0.1/${repositoryName(repository)}.git`,
    ssh_url: `git@127.0.0.1:${repositoryName(repository)}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    visibility: "private",
    default_branch: "main",
    forks: 0,
    forks_count: 0,
    open_issues: 0,
    open_issues_count: 0,
    size: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    subscribers_count: 0,
    network_count: 0,
    topics: [],
    archived: false,
    disabled: false,
    has_downloads: true,
    has_issues: true,
    has_pages: false,
    has_projects: true,
    has_wiki: true,
    has_discussions: false,
    is_template: false,
    web_commit_signoff_required: false,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    pushed_at: "2026-01-01T00:00:00Z",
  };
}
