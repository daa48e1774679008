import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createClient } from "../../packages/api/src/index.ts";
import {
  createMcpServer,
  type McpSettings,
  serveMcpOverHttp,
} from "../../packages/mcp/src/index.ts";
import {
  createMemoryEngine,
  type MemoryEngine,
} from "../../packages/server/src/testing/memory-engine.ts";
import {
  type OpenServer,
  openServer,
  principal,
  type Role,
} from "../../packages/server/src/testing/open-server.ts";

export type Told = {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
  /** What the whole answer weighs, in characters. */
  size: number;
};

export type Agent = {
  client: Client;
  call(tool: string, given?: Record<string, unknown>): Promise<Told>;
  close(): Promise<void>;
};

/** The server with an engine in memory, and agents that speak with it through real MCP clients. */
export type McpLab = {
  engine: MemoryEngine;
  server: OpenServer;
  token(actor: string, role: Role): string;
  agent(actor: string, role: Role, more?: Partial<McpSettings>): Promise<Agent>;
  /** The owner, who decides without MCP. */
  person: ReturnType<typeof createClient>;
  admin: ReturnType<typeof createClient>;
  close(): Promise<void>;
};

export const REVIEWER = "build-reviewer";

/** A lab with an author and a reviewer in it. */
export async function openMcpPair(): Promise<{ lab: McpLab; author: Agent; reviewer: Agent }> {
  const lab = await openMcpLab();
  const author = await lab.agent("codex", "author");
  return { lab, author, reviewer: await lab.agent(REVIEWER, "reviewer") };
}

export async function openMcpLab(): Promise<McpLab> {
  const engine = createMemoryEngine({ "org-a": "ana" }, [REVIEWER]);
  const server = await openServer(engine, { mcp: serveMcpOverHttp("1.2.3") });
  const token = (actor: string, role: Role) => engine.issue("org-a", actor, role);
  const person = createClient({ baseUrl: server.url, token: token("ana", "human") });
  const root = token("root", "admin");
  const admin = createClient({ baseUrl: server.url, token: root });
  await engine.addRepository(await principal(engine, root), {
    path: "/srv/shop",
    id: "shop",
  });
  const agents: Agent[] = [];
  return {
    engine,
    server,
    token,
    person,
    admin,
    async agent(actor, role, more = {}) {
      const client = createClient({ baseUrl: server.url, token: token(actor, role) });
      const agent = await connect({ client, role, version: "1.2.3", ...more });
      agents.push(agent);
      return agent;
    },
    async close() {
      for (const agent of agents) await agent.close();
      await server.close();
    },
  };
}

export async function connect(settings: McpSettings): Promise<Agent> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(settings);
  await server.connect(theirs);
  const client = new Client({ name: "plain", version: "1.0.0" });
  await client.connect(ours);
  return {
    client,
    call: (tool, given = {}) => callTool(client, tool, given),
    async close() {
      await client.close();
      await server.close();
    },
  };
}

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Told> {
  const result = await client.callTool({ name, arguments: given });
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === "text" ? first.text : "",
    data: { ...(result.structuredContent ?? {}) },
    // A host passes either the text or the structured content on to the model.
    size: Math.max(
      JSON.stringify(result.content).length,
      JSON.stringify(result.structuredContent ?? {}).length,
    ),
  };
}

export const FINDING = {
  severity: "major",
  category: "limits",
  file: "src/app.ts",
  line: 3,
  quote: "const n = await store.get(key);",
  message: "read then write lets two requests pass",
  satisfied_when: "two parallel calls give one 200 and one 429",
};

export async function openTask({ person }: McpLab, title = "Write a limiter"): Promise<string> {
  return (await person.createTask({ body: { title, repo: "shop" } })).task;
}

/** A new task of which the author has submitted a first round. */
export async function handIn(lab: McpLab, author: Agent): Promise<string> {
  const task = await openTask(lab);
  await author.call("submit_for_review", {
    assignment_id: task,
    branch_name: "work",
    summary: "a",
  });
  return task;
}

/** The reviewer's answer to what waits for it. */
export async function giveReview(reviewer: Agent, given: Record<string, unknown>): Promise<Told> {
  const { data } = await reviewer.call("get_my_assignment");
  return await reviewer.call("submit_review_result", { assignment_id: idIn(data), ...given });
}

function idIn({ assignment }: Record<string, unknown>): unknown {
  return typeof assignment === "object" && assignment !== null && "id" in assignment
    ? assignment.id
    : null;
}
