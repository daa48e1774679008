import { type HubRepository, repositoryName } from "../world/accounts.ts";
import type { Pull, PullReview } from "../world/pulls.ts";
import type { World } from "../world/world.ts";
import { accountView } from "./account-view.ts";
import { pageUrl, repositoryUrl, repositoryView } from "./repository-view.ts";

/** A pull request in a list. */
export function pullView(world: World, pull: Pull) {
  const { repository, number, head, base } = pull;
  const api = `${repositoryUrl(world, repository)}/pulls/${number}`;
  const issue = `${repositoryUrl(world, repository)}/issues/${number}`;
  const page = `${pageUrl(world, repository)}/pull/${number}`;
  const statuses = `${repositoryUrl(world, repository)}/statuses/${head.commit}`;
  return {
    url: api,
    id: pull.id,
    node_id: `PR_${pull.id}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    commits_url: `${api}/commits`,
    review_comments_url: `${api}/comments`,
    review_comment_url: `${repositoryUrl(world, repository)}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: accountView(world, pull.author),
    body: pull.body,
    labels: pull.labels.map((name, index) => labelView(world, repository, name, index)),
    milestone: null,
    active_lock_reason: null,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.commit ?? null,
    assignee: pull.assignees[0] ? accountView(world, pull.assignees[0]) : null,
    assignees: pull.assignees.map((account) => accountView(world, account)),
    requested_reviewers: [],
    requested_teams: [],
    head: branchView(world, head.repository, head.branch, head.commit),
    base: branchView(world, repository, base.branch, base.commit),
    _links: {
      self: { href: api },
      html: { href: page },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${api}/comments` },
      review_comment: { href: `${repositoryUrl(world, repository)}/pulls/comments{/number}` },
      commits: { href: `${api}/commits` },
      statuses: { href: statuses },
    },
    author_association: "CONTRIBUTOR",
    auto_merge: null,
    draft: pull.isDraft,
  };
}

/** A pull request on its own. */
export function fullPullView(world: World, pull: Pull) {
  return {
    ...pullView(world, pull),
    merged: pull.merged !== null,
    mergeable: pull.state === "open" ? true : null,
    rebaseable: null,
    mergeable_state: pull.state === "open" ? "unknown" : "unknown",
    merged_by: pull.merged ? accountView(world, pull.merged.by) : null,
    comments: world.comments.filter((comment) => comment.pull === pull).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1,
    additions: 0,
    deletions: 0,
    changed_files: 0,
  };
}

function branchView(world: World, repository: HubRepository, ref: string, sha: string) {
  return {
    label: `${repository.owner.login}:${ref}`,
    ref,
    sha,
    user: accountView(world, repository.owner),
    repo: repositoryView(world, repository),
  };
}

function labelView(world: World, repository: HubRepository, name: string, index: number) {
  return {
    id: repository.id * 100 + index,
    node_id: `LA_${name}`,
    url: `${repositoryUrl(world, repository)}/labels/${encodeURIComponent(name)}`,
    name,
    description: null,
    color: "ededed",
    default: false,
  };
}

export function reviewView(world: World, review: PullReview) {
  const { pull } = review;
  const page = `${pageUrl(world, pull.repository)}/pull/${pull.number}`;
  const api = `${repositoryUrl(world, pull.repository)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: `PRR_${review.id}`,
    user: accountView(world, review.by),
    body: review.body,
    state: review.state,
    html_url: `${page}#pullrequestreview-${review.id}`,
    pull_request_url: api,
    author_association: "CONTRIBUTOR",
    _links: { html: { href: page }, pull_request: { href: api } },
    submitted_at: review.submittedAt,
    commit_id: review.commit,
  };
}

/** Open pull requests whose head is the commit. Empty for a fork's: GitHub does not list those. */
export function pullReferences(world: World, repository: HubRepository, commit: string) {
  return world.pulls
    .filter(
      ({ head, state, repository: target }) =>
        target === repository &&
        head.repository === repository &&
        head.commit === commit &&
        state === "open",
    )
    .map(({ id, number, head, base }) => {
      const repo = {
        id: repository.id,
        url: repositoryUrl(world, repository),
        name: repositoryName(repository).split("/")[1] ?? "",
      };
      return {
        url: `${repositoryUrl(world, repository)}/pulls/${number}`,
        id,
        number,
        head: { ref: head.branch, sha: head.commit, repo },
        base: { ref: base.branch, sha: base.commit, repo },
      };
    });
}
