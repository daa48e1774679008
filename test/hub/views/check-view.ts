import type { CheckRun, CommitStatus } from "../world/checks.ts";
import type { World } from "../world/world.ts";
import { accountView, appView } from "./account-view.ts";
import { pullReferences } from "./pull-view.ts";
import { pageUrl, repositoryUrl } from "./repository-view.ts";

export function checkRunView(world: World, run: CheckRun) {
  const { repository } = run;
  const url = `${repositoryUrl(world, repository)}/check-runs/${run.id}`;
  const page = `${pageUrl(world, repository)}/runs/${run.id}`;
  return {
    id: run.id,
    head_sha: run.commit,
    node_id: `CR_${run.id}`,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: run.name,
    check_suite: { id: run.app.id * 1_000_000 },
    app: appView(world, run.app),
    pull_requests: pullReferences(world, repository, run.commit),
  };
}

export function statusView(world: World, status: CommitStatus) {
  const { id, repository, commit, context, state, by, at } = status;
  return {
    url: `${repositoryUrl(world, repository)}/statuses/${commit}`,
    avatar_url: null,
    id,
    node_id: `SC_${id}`,
    state,
    description: null,
    target_url: null,
    context,
    created_at: at,
    updated_at: at,
    creator: accountView(world, by),
  };
}
