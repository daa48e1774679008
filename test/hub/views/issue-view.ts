import type { IssueComment, IssueEvent, Pull } from "../world/pulls.ts";
import type { World } from "../world/world.ts";
import { accountView, appView } from "./account-view.ts";
import { pageUrl, repositoryUrl } from "./repository-view.ts";

export function commentView(world: World, comment: IssueComment) {
  const { id, pull } = comment;
  const api = repositoryUrl(world, pull.repository);
  return {
    id,
    node_id: `IC_${id}`,
    url: `${api}/issues/comments/${id}`,
    html_url: `${pageUrl(world, pull.repository)}/pull/${pull.number}#issuecomment-${id}`,
    issue_url: `${api}/issues/${pull.number}`,
    body: comment.body,
    user: accountView(world, comment.by),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: "CONTRIBUTOR",
    performed_via_github_app: comment.app === null ? null : appView(world, comment.app),
  };
}

/** An event as the list of events shows it. */
export function eventView(world: World, event: IssueEvent) {
  const assignee = event.assignee === null ? {} : assignment(world, event);
  return { ...eventFields(world, event), ...assignee };
}

/** An event as the timeline shows it. */
export function timelineView(world: World, event: IssueEvent) {
  const shared = { ...eventFields(world, event), performed_via_github_app: null };
  if (event.assignee === null) return shared;
  return { ...shared, assignee: accountView(world, event.assignee) };
}

function eventFields(world: World, event: IssueEvent) {
  const api = repositoryUrl(world, event.pull.repository);
  return {
    id: event.id,
    node_id: `E_${event.id}`,
    url: `${api}/issues/events/${event.id}`,
    actor: accountView(world, event.actor),
    event: event.event,
    commit_id: event.commit,
    commit_url: event.commit === null ? null : `${api}/commits/${event.commit}`,
    created_at: event.at,
    performed_via_github_app: null,
  };
}

function assignment(world: World, { assignee, actor }: IssueEvent) {
  if (assignee === null) return {};
  return { assignee: accountView(world, assignee), assigner: accountView(world, actor) };
}

/** A pull request as an issue, inside of webhooks about comments. */
export function issueView(world: World, pull: Pull) {
  const api = `${repositoryUrl(world, pull.repository)}/issues/${pull.number}`;
  const page = `${pageUrl(world, pull.repository)}/pull/${pull.number}`;
  return {
    id: pull.id,
    node_id: `PR_${pull.id}`,
    url: api,
    repository_url: repositoryUrl(world, pull.repository),
    labels_url: `${api}/labels{/name}`,
    comments_url: `${api}/comments`,
    events_url: `${api}/events`,
    html_url: page,
    number: pull.number,
    title: pull.title,
    user: accountView(world, pull.author),
    labels: [],
    state: pull.state,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: world.comments.filter((comment) => comment.pull === pull).length,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    author_association: "CONTRIBUTOR",
    active_lock_reason: null,
    body: pull.body,
    reactions: reactionsView(api),
    timeline_url: `${api}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
    draft: pull.isDraft,
    pull_request: {
      url: `${repositoryUrl(world, pull.repository)}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.merged?.at ?? null,
    },
  };
}

export function reactionsView(url: string) {
  const none = { "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return { url: `${url}/reactions`, total_count: 0, ...none };
}
