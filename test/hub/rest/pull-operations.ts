import { z } from "zod";
import { changePull } from "../pulls/change-pull.ts";
import { mergePull } from "../pulls/merge-pull.ts";
import { openPull } from "../pulls/open-pull.ts";
import { listCommits } from "../views/commit-view.ts";
import { fullPullView, pullView } from "../views/pull-view.ts";
import type { HubRepository } from "../world/accounts.ts";
import { findAccount } from "../world/look-up.ts";
import type { Pull } from "../world/pulls.ts";
import {
  actingAccount,
  pullOf,
  type RestCall,
  RestFailure,
  type RestHandler,
  repositoryOf,
} from "./call.ts";

const NewPullBody = z.object({
  title: z.string(),
  head: z.string(),
  base: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
});

const PullChangeBody = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
});

const MergeBody = z
  .object({
    sha: z.string().optional(),
    merge_method: z.enum(["merge", "squash", "rebase"]).optional(),
    commit_title: z.string().optional(),
    commit_message: z.string().optional(),
  })
  .nullish();

/** Operations on pull requests and their merge. */
export const PULL_OPERATIONS = {
  "GET /repos/{owner}/{repo}/pulls": (call) => ({
    status: 200,
    body: listPulls(call).map((pull) => pullView(call.world, pull)),
  }),
  "POST /repos/{owner}/{repo}/pulls": async (call) => {
    const repository = repositoryOf(call);
    const { title, head, base, body = null, draft = false } = NewPullBody.parse(call.body);
    const source = headOf(call, repository, head);
    const author = actingAccount(call);
    const given = { author, title, body, head: source, base, isDraft: draft };
    const pull = await openPull(call.world, repository, given).catch((error: Error) => {
      throw new RestFailure(422, error.message);
    });
    return { status: 201, body: fullPullView(call.world, pull) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}": (call) => ({
    status: 200,
    body: fullPullView(call.world, pullOf(call)),
  }),
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const pull = pullOf(call);
    const change = PullChangeBody.parse(call.body);
    await changePull(call.world, pull, change, actingAccount(call)).catch((error: Error) => {
      throw new RestFailure(422, error.message);
    });
    return { status: 200, body: fullPullView(call.world, pull) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits": async (call) => ({
    status: 200,
    body: await listCommits(call.world, pullOf(call)),
  }),
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const asked = MergeBody.parse(call.body) ?? {};
    const answer = await mergePull(call.world, pullOf(call), branchActor(call), {
      method: asked.merge_method ?? "merge",
      sha: asked.sha,
      title: asked.commit_title,
      message: asked.commit_message,
    });
    if (answer.is !== "merged")
      throw new RestFailure(answer.is === "moved" ? 409 : 405, answer.message);
    const body = { sha: answer.commit, merged: true, message: "Pull Request successfully merged" };
    return { status: 200, body };
  },
} satisfies Record<string, RestHandler>;

export function branchActor(call: RestCall) {
  const { actor } = call;
  return {
    account: actingAccount(call),
    app: actor.kind === "installation" ? actor.app.id : null,
  };
}

const SORT_KEYS = { created: "createdAt", updated: "updatedAt" } as const;

function listPulls(call: RestCall): Pull[] {
  const repository = repositoryOf(call);
  const { query } = call;
  const state = query.get("state") ?? "open";
  const key = SORT_KEYS[query.get("sort") === "updated" ? "updated" : "created"];
  const isAscending = query.get("direction") === "asc";
  const [head, base] = [query.get("head"), query.get("base")];
  const found = call.world.pulls.filter(
    (pull) =>
      pull.repository === repository &&
      (state === "all" || pull.state === state) &&
      (base === null || pull.base.branch === base) &&
      (head === null || `${pull.head.repository.owner.login}:${pull.head.branch}` === head),
  );
  const sorted = found.toSorted(
    (one, other) => one[key].localeCompare(other[key]) || one.number - other.number,
  );
  return isAscending ? sorted : sorted.toReversed();
}

/** The branch that `head` names: `branch`, or `owner:branch` in that owner's fork. */
function headOf({ world }: RestCall, repository: HubRepository, head: string) {
  const [login = "", branch] = head.split(":");
  if (branch === undefined) return { repository, branch: head };
  const owner = findAccount(world, login);
  const fork = world.repositories.find(
    (one) => one.owner === owner && (one === repository || one.parent === repository),
  );
  if (fork === undefined) throw new RestFailure(422, "Validation Failed: invalid head");
  return { repository: fork, branch };
}
