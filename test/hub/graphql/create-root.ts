import { mergePull } from "../pulls/merge-pull.ts";
import { dequeueEntry, enqueuePull, hasQueue, queueOf } from "../pulls/merge-queue.ts";
import { type Actor, actingAccount } from "../rest/call.ts";
import { type HubRepository, repositoryName } from "../world/accounts.ts";
import { hasRepository } from "../world/apps.ts";
import { findPull, findRepository } from "../world/look-up.ts";
import { type Pull, pullNodeId, type QueueEntry } from "../world/pulls.ts";
import { commitNamed } from "../world/refs.ts";
import type { World } from "../world/world.ts";
import { commitNode, requireRead, type SeenWorld } from "./commit-node.ts";

type Input<Fields> = { input: Fields & { clientMutationId?: string } };
type MergeInput = {
  pullRequestId: string;
  expectedHeadOid?: string;
  mergeMethod?: "MERGE" | "SQUASH" | "REBASE";
  commitHeadline?: string;
  commitBody?: string;
};

/** What an actor can ask and change through GraphQL. */
export function createRoot(world: World, actor: Actor) {
  const seen: SeenWorld = { world, actor };
  const account = actingAccount({ actor });
  const by = { account, app: actor.kind === "installation" ? actor.app.id : null };
  const isVisible = (repository: HubRepository) =>
    actor.kind !== "installation" || hasRepository(actor.installation, repository);
  const pullWith = (id: string): Pull => {
    const pull = world.pulls.find((one) => pullNodeId(one) === id && isVisible(one.repository));
    if (pull === undefined) throw new Error(`Could not resolve to a node with the id '${id}'`);
    return pull;
  };
  return {
    node: ({ id }: { id: string }) => pullNode(seen, pullWith(id)),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = findRepository(world, `${owner}/${name}`);
      if (repository === undefined || !isVisible(repository))
        throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
      return repositoryNode(seen, repository);
    },
    enqueuePullRequest: async ({
      input,
    }: Input<{ pullRequestId: string; expectedHeadOid?: string }>) => {
      const pull = pullWith(input.pullRequestId);
      const entry = await enqueuePull(world, pull, by, input.expectedHeadOid ?? null);
      if (typeof entry === "string") throw new Error(entry);
      return { ...input, mergeQueueEntry: entryNode(seen, entry) };
    },
    dequeuePullRequest: async ({ input }: Input<{ id: string }>) => {
      const pull = pullWith(input.id);
      const entry = world.queue.find((one) => one.pull === pull);
      if (entry === undefined) throw new Error("Pull request is not in the merge queue");
      const shown = entryNode(seen, entry);
      await dequeueEntry(world, entry, account, "MANUAL");
      return { ...input, mergeQueueEntry: shown };
    },
    mergePullRequest: async ({ input }: Input<MergeInput>) => {
      const pull = pullWith(input.pullRequestId);
      const method = { MERGE: "merge", SQUASH: "squash", REBASE: "rebase" } as const;
      const answer = await mergePull(world, pull, by, {
        method: method[input.mergeMethod ?? "MERGE"],
        sha: input.expectedHeadOid,
        title: input.commitHeadline,
        message: input.commitBody,
      });
      if (answer.is !== "merged") throw new Error(answer.message);
      return { ...input, pullRequest: pullNode(seen, pull) };
    },
  };
}

function repositoryNode(seen: SeenWorld, repository: HubRepository) {
  const { world, actor } = seen;
  return {
    __typename: "Repository",
    id: `R_${repository.id}`,
    databaseId: repository.id,
    nameWithOwner: repositoryName(repository),
    pullRequest: ({ number }: { number: number }) => {
      const pull = findPull(world, repository, number);
      if (pull === undefined) throw new Error("Could not resolve to a PullRequest");
      return pullNode(seen, pull);
    },
    object: async ({ oid, expression }: { oid?: string; expression?: string }) =>
      commitNode(seen, repository, oid ?? (await commitNamed(repository, expression ?? ""))),
    mergeQueue: ({ branch = "main" }: { branch?: string }) => {
      requireRead(actor, "merge_queues");
      if (!hasQueue(world, repository, branch)) return null;
      const nodes = () => queueOf(world, repository, branch).map((entry) => entryNode(seen, entry));
      const pageInfo = { hasNextPage: false, hasPreviousPage: false };
      const entries = () => ({ nodes: nodes(), pageInfo, totalCount: nodes().length });
      return { __typename: "MergeQueue", id: `MQ_${repository.id}_${branch}`, entries };
    },
  };
}

function pullNode(seen: SeenWorld, pull: Pull) {
  const { world } = seen;
  const entry = () => world.queue.find((one) => one.pull === pull);
  return {
    __typename: "PullRequest",
    id: pullNodeId(pull),
    databaseId: pull.id,
    number: pull.number,
    state: pull.merged === null ? pull.state.toUpperCase() : "MERGED",
    merged: pull.merged !== null,
    isDraft: pull.isDraft,
    isInMergeQueue: entry() !== undefined,
    headRefOid: pull.head.commit,
    headRefName: pull.head.branch,
    baseRefName: pull.base.branch,
    baseRefOid: pull.base.commit,
    mergeCommit: () => commitNode(seen, pull.repository, pull.merged?.commit),
    mergeQueueEntry: () => {
      const found = entry();
      return found === undefined ? null : entryNode(seen, found);
    },
  };
}

function entryNode(seen: SeenWorld, entry: QueueEntry): Record<string, unknown> {
  const { world } = seen;
  const { pull, group } = entry;
  const queue = queueOf(world, pull.repository, pull.base.branch);
  return {
    __typename: "MergeQueueEntry",
    id: `MQE_${entry.id}`,
    enqueuedAt: entry.enqueuedAt,
    position: queue.indexOf(entry) + 1,
    state: group === null ? "QUEUED" : "AWAITING_CHECKS",
    headCommit: () => commitNode(seen, pull.repository, group?.commit),
    baseCommit: () => commitNode(seen, pull.repository, group?.base),
    pullRequest: () => pullNode(seen, pull),
  };
}
