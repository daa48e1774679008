import type { ForgeMergeOutcome, ForgeQueueEntry, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import {
  type GithubClient,
  type GithubClients,
  parseResponse,
  repositoryParts,
} from "./client/github-clients.ts";
import { quoteText } from "./client/to-forge-error.ts";
import { unlessLost } from "./merge-change.ts";
import { githubChange } from "./to-forge-change.ts";

const ENQUEUE = `mutation ($id: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) {
    mergeQueueEntry { id }
  }
}`;

const QUEUE = `query ($owner: String!, $repo: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $repo) {
    mergeQueue(branch: $branch) {
      entries(first: 100, after: $after) {
        nodes {
          position
          headCommit { oid }
          baseCommit { oid }
          pullRequest { number headRefOid }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

const commit = z.object({ oid: z.string() }).nullish();
const queueAnswer = z.object({
  repository: z
    .object({
      mergeQueue: z
        .object({
          entries: z.object({
            nodes: z.array(
              z.object({
                position: z.number(),
                headCommit: commit,
                baseCommit: commit,
                pullRequest: z.object({ number: z.number(), headRefOid: z.string() }).nullish(),
              }),
            ),
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
          }),
        })
        .nullish(),
    })
    .nullish(),
});
type QueueAnswer = z.infer<typeof queueAnswer>;

/** Adds a pull request to the merge queue of its target, if its head is still the given one. */
export async function enqueueChange(
  clients: GithubClients,
  repo: ForgeRepository,
  number: number,
  head: string,
): Promise<ForgeMergeOutcome> {
  const pull = { ...repositoryParts(repo), pull_number: number };
  return await unlessLost(
    clients.asInstallation(repo.installation, async (client) => {
      const read = async () =>
        parseResponse(githubChange, (await client.rest.pulls.get(pull)).data);
      const change = await read();
      if (change.head.sha !== head) return moved(change.head.sha);
      const refusal = await refusalOf(client.graphql(ENQUEUE, { id: change.node_id, head }));
      if (refusal === null) return { outcome: "requested", commit: null };
      // GitHub's text does not say reliably which of the two it was.
      const now = await read();
      return now.head.sha === head
        ? { outcome: "not_mergeable", detail: refusal }
        : moved(now.head.sha);
    }),
  );
}

/** Reads a branch's merge queue in the order in which it merges. */
export async function readQueue(
  clients: GithubClients,
  repo: ForgeRepository,
  branch: string,
): Promise<ForgeQueueEntry[]> {
  const query = { ...repositoryParts(repo), branch };
  return await clients.asInstallation(repo.installation, async (client) => {
    const entries: QueueNode[] = [];
    let after: string | null = null;
    do {
      const page: QueuePage = await readQueuePage(client, { ...query, after });
      entries.push(...(page?.nodes ?? []));
      after = page?.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after !== null);
    return entries
      .toSorted((a, b) => a.position - b.position)
      .flatMap((node) => toQueueEntry(node, branch));
  });
}

type QueuePage =
  | NonNullable<NonNullable<QueueAnswer["repository"]>["mergeQueue"]>["entries"]
  | undefined;
type QueueNode = NonNullable<QueuePage>["nodes"][number];

async function readQueuePage(
  { graphql }: GithubClient,
  variables: Record<string, string | null>,
): Promise<QueuePage> {
  const answer = parseResponse(queueAnswer, await graphql(QUEUE, variables));
  return answer.repository?.mergeQueue?.entries;
}

/** GitHub does not tell the branch of a group here. Its name contains the pull request and usually the base. */
function toQueueEntry(
  { pullRequest, headCommit, baseCommit }: QueueNode,
  branch: string,
): ForgeQueueEntry[] {
  if (!pullRequest) return [];
  const { number, headRefOid: head } = pullRequest;
  if (!headCommit || !baseCommit) return [{ number, head, group: null }];
  const base = baseCommit.oid;
  const ref = `refs/heads/gh-readonly-queue/${branch}/pr-${number}-${base}`;
  return [{ number, head, group: { commit: headCommit.oid, base, ref } }];
}

function moved(to: string): ForgeMergeOutcome {
  return { outcome: "head_moved", detail: `GitHub: the head is ${to} now` };
}

const graphqlRefusal = z.object({
  name: z.literal("GraphqlResponseError"),
  errors: z.array(z.object({ message: z.string() })).min(1),
});

/** Returns the message of a refused mutation; null if it was carried out. Other failures are thrown. */
async function refusalOf(mutation: Promise<unknown>): Promise<string | null> {
  try {
    await mutation;
    return null;
  } catch (error) {
    const refused = graphqlRefusal.safeParse(error);
    if (!refused.success) throw error;
    return `GitHub refused: ${quoteText(refused.data.errors.map(({ message }) => message).join("; "))}`;
  }
}
