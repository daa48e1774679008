import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../packages/server/src/testing/ask.ts";
import { callTool, type McpLab, openMcpLab, REVIEWER } from "./mcp-lab.ts";

let lab: McpLab;

beforeEach(async () => {
  lab = await openMcpLab();
});
afterEach(async () => {
  await lab.close();
});

async function connect(token: string, path = "/mcp"): Promise<Client> {
  const url = new URL(path, lab.server.url);
  const headers = { authorization: `Bearer ${token}` };
  const client = new Client({ name: "plain", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

function post(headers: Record<string, string>) {
  const accept = "application/json, text/event-stream";
  return ask(lab.server.url, {
    method: "POST",
    path: "/mcp",
    headers: { "content-type": "application/json", accept, ...headers },
    body: LIST,
  });
}

describe("the tools over HTTP", () => {
  it("are those of the token's role, and do their work with it [R-043] [R-089] [R-210]", async () => {
    const client = await connect(lab.token("codex", "author"));
    expect((await client.listTools()).tools).toHaveLength(8);
    const { task } = await lab.person.createTask({ body: { title: "A limiter", repo: "shop" } });
    expect((await callTool(client, "get_my_assignment", {})).data).toMatchObject({
      assignment: { id: task },
    });
    const given = { assignment_id: task, branch_name: "work", summary: "x" };
    expect((await callTool(client, "submit_for_review", given)).data).toMatchObject({ round: 1 });
    expect((await lab.person.showTask({ task })).authors).toEqual(["codex"]);
    await client.close();
    expect(lab.server.failures).toEqual([]);
  });

  it("keep a reviewer connected for the repository that the address names", async () => {
    for (const [actor, role] of [
      ["codex", "author"],
      [REVIEWER, "reviewer"],
    ] as const) {
      const client = await connect(lab.token(actor, role), "/mcp?repo=shop");
      await client.listTools();
      await client.close();
    }

    expect(new Set(lab.engine.connections)).toEqual(new Set([`${REVIEWER} shop`]));
    await expect(connect(lab.token(REVIEWER, "reviewer"), "/mcp?repo=nowhere")).rejects.toThrow();
  });

  it("give a person's own token nothing to decide with", async () => {
    const client = await connect(lab.token("ana", "human"));
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    await client.close();
  });

  it("are nobody's without a token, under another name or for a foreign page", async () => {
    const authorization = `Bearer ${lab.token("codex", "author")}`;
    expect(await post({})).toMatchObject({ status: 401 });
    expect(await post({ authorization: "Bearer cs_org-a_x" })).toMatchObject({ status: 401 });
    expect(await post({ authorization, host: "evil.example" })).toMatchObject({ status: 403 });
    expect(await post({ authorization, origin: "https://evil.example" })).toMatchObject({
      status: 403,
    });
  });

  it("refuse what is too large", async () => {
    const authorization = `Bearer ${lab.token("codex", "author")}`;
    const { status } = await ask(lab.server.url, {
      method: "POST",
      path: "/mcp",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "x",
        params: { a: "x".repeat(2_000_000) },
      }),
    });
    expect(status).toBe(413);
  });
});
