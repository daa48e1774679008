import { chainContext, Finding, GOING_ON, oneLine, type PolicyView } from "@countersign/api";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { MAX_TOKENS, takeFitting } from "../tool/limits.ts";
import type { McpSession } from "../tool/session.ts";
import { refuseCall } from "../tool/session.ts";
import { shortTitle } from "../tool/views.ts";
import { JSON_TYPE, MARKDOWN, readResource } from "./read-resource.ts";
import { addTaskResources } from "./task-resources.ts";

/** Adds the resources, which a host reads without a tool and with the agent's own token. */
export function addResources(server: McpServer, session: McpSession): void {
  const { client } = session;
  server.registerResource(
    "inbox",
    "countersign://inbox",
    { description: "The tasks waiting for you", mimeType: JSON_TYPE },
    (uri) => readResource(uri, JSON_TYPE, async () => viewInbox(await client.inbox({ limit: 50 }))),
  );
  server.registerResource(
    "chains",
    "countersign://chains",
    { description: "The status of all review chains, for a prompt", mimeType: MARKDOWN },
    (uri) => readResource(uri, MARKDOWN, () => readChains(session)),
  );
  server.registerResource(
    "policy",
    "countersign://policy",
    { description: "The review policy of this repository", mimeType: JSON_TYPE },
    (uri) => readResource(uri, JSON_TYPE, () => viewPolicy(session)),
  );
  server.registerResource(
    "finding schema",
    "countersign://schema/finding",
    { description: "The JSON Schema of a finding", mimeType: JSON_TYPE },
    (uri) => readResource(uri, JSON_TYPE, async () => z.toJSONSchema(Finding)),
  );
  addTaskResources(server, session);
}

const MAX_CHAINS = 50;

async function readChains({ client, me, place }: McpSession): Promise<string> {
  const { task: only } = await me();
  const here = await place();
  const state = [...GOING_ON];
  const query = { state, order: "oldest" as const, limit: MAX_CHAINS };
  const { items } =
    only === null
      ? await client.listTasks({ ...query, ...(here.is === "worktree" && { repo: here.repo }) })
      : { items: [{ task: only }] };
  return chainContext(await Promise.all(items.map(({ task }) => client.showTask({ task }))));
}

function viewInbox({ items, waitingForMe }: Awaited<ReturnType<McpSession["client"]["inbox"]>>) {
  const lines = items.map((line) => ({
    task: line.task,
    title: shortTitle(line),
    state: line.state,
    turn: oneLine(line.turn.who ?? line.turn.holder, 64),
  }));
  return { waitingForMe, items: lines };
}

/** Policy keys that affect how an agent's work is reviewed, most useful first. */
const WHOLE = [
  "checks",
  "modes",
  "chains",
  "chainOverrides",
  "gate",
  "limits",
  "silence",
  "merge",
  "trust",
  "profile",
] as const;

/** Long lists of which only the names are returned. */
const NAMED = ["policies", "reviewers", "domains", "rules"] as const;

/** Returns the policy of the agent's repository, as much as fits. */
async function viewPolicy(session: McpSession) {
  const { repo, tip, digest, policy } = await session.client.readPolicy({
    repo: await repositoryOf(session),
  });
  const parts = [
    ...WHOLE.map((key) => [key, policy[key]] as const),
    ...NAMED.map((key) => [key, namesIn(policy[key])] as const),
  ].filter(([, value]) => value !== undefined);
  return { repo, tip, digest, ...Object.fromEntries(takeFitting(parts, MAX_TOKENS.full)) };
}

function namesIn(list: PolicyView["policy"][string]): unknown[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) =>
    typeof entry === "object" && entry !== null && "id" in entry ? entry.id : null,
  );
}

/** Returns the agent's repository, or the only repository that exists. */
async function repositoryOf({ client, place }: McpSession): Promise<string> {
  const here = await place();
  if (here.is === "worktree") return here.repo;
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuseCall("invalid_input", "It is not known in which repository you work.");
}
