import { chainContext, Finding, GOING_ON, oneLine } from "@countersign/api";
import { type McpServer, ProtocolError, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { tellRefusal } from "./refusal.ts";
import type { Session } from "./session.ts";
import { standing, titleOf, turnText, viewFindings } from "./views.ts";

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";
const NOT_READ = -32_603;

/** What can be read without a tool; everything in it was asked for with the agent's own token. */
export function addResources(server: McpServer, session: Session): void {
  const { client } = session;
  server.registerResource(
    "inbox",
    "countersign://inbox",
    { description: "The tasks that wait for you", mimeType: JSON_TYPE },
    (uri) => read(uri, JSON_TYPE, async () => viewInbox(await client.inbox({ limit: 50 }))),
  );
  server.registerResource(
    "chains",
    "countersign://chains",
    { description: "How the chains of reviews stand, for a prompt", mimeType: MARKDOWN },
    (uri) => read(uri, MARKDOWN, () => readChains(session)),
  );
  server.registerResource(
    "finding schema",
    "countersign://schema/finding",
    { description: "The shape of a finding", mimeType: JSON_TYPE },
    (uri) => read(uri, JSON_TYPE, async () => z.toJSONSchema(Finding)),
  );
  server.registerResource(
    "task",
    new ResourceTemplate("countersign://task/{id}", { list: undefined }),
    { description: "A task with its findings", mimeType: JSON_TYPE },
    (uri, { id }) =>
      read(uri, JSON_TYPE, async () => viewOne(await client.showTask({ task: String(id) }))),
  );
  server.registerResource(
    "feedback",
    new ResourceTemplate("countersign://task/{id}/feedback", { list: undefined }),
    { description: "What the author of a task reads before it works on", mimeType: MARKDOWN },
    (uri, { id }) =>
      read(uri, MARKDOWN, async () => {
        const { text } = await client.readFeedback({ task: String(id) });
        return text ?? "Nothing came back.";
      }),
  );
}

const MOST_CHAINS = 50;

async function readChains({ client, me, place }: Session): Promise<string> {
  const { task: only } = await me();
  const { repo } = await place();
  const state = [...GOING_ON];
  const query = { state, order: "oldest" as const, limit: MOST_CHAINS };
  const { items } =
    only === null
      ? await client.listTasks({ ...query, ...(repo !== null && { repo }) })
      : { items: [{ task: only }] };
  return chainContext(await Promise.all(items.map(({ task }) => client.showTask({ task }))));
}

async function read(uri: URL, mimeType: string, ask: () => Promise<unknown>) {
  try {
    const found = await ask();
    const text = typeof found === "string" ? found : JSON.stringify(found);
    return { contents: [{ uri: uri.href, mimeType, text }] };
  } catch (error) {
    const [told] = tellRefusal(error, "viewer").content;
    throw new ProtocolError(NOT_READ, told?.type === "text" ? told.text : "It cannot be read.");
  }
}

function viewInbox({ items, waitingForMe }: Awaited<ReturnType<Session["client"]["inbox"]>>) {
  const lines = items.map((line) => ({
    task: line.task,
    title: titleOf(line),
    state: line.state,
    turn: oneLine(line.turn.who ?? line.turn.holder, 64),
  }));
  return { waitingForMe, items: lines };
}

function viewOne(view: Awaited<ReturnType<Session["client"]["showTask"]>>) {
  return {
    task: view.id,
    title: titleOf(view),
    state: view.state,
    turn: turnText(view),
    round: view.round?.number ?? null,
    attempt: view.attempt,
    gate: view.gate,
    findings: viewFindings(standing(view), "full"),
  };
}
