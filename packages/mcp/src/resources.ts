import { chainContext, Finding, GOING_ON, oneLine } from "@countersign/api";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { JSON_TYPE, MARKDOWN, readResource } from "./read-resource.ts";
import type { McpSession } from "./session.ts";
import { addTaskResources } from "./task-resources.ts";
import { viewPolicy } from "./view-policy.ts";
import { titleOf } from "./views.ts";

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
    title: titleOf(line),
    state: line.state,
    turn: oneLine(line.turn.who ?? line.turn.holder, 64),
  }));
  return { waitingForMe, items: lines };
}
