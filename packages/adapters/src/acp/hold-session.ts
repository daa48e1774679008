import type { ProcessTalk, ReviewerUsage } from "@countersign/engine";
import { isJsonRecord, type JsonRecord, toCount } from "../agent/json-record.ts";
import { openRpc, type Rpc, RpcClosedError, RpcError } from "./json-rpc.ts";

/** The end of one session. */
export type SessionEnd = { usage: ReviewerUsage | null } & (
  | { is: "answered"; text: string }
  /** Why the turn ended early, in the protocol's term. */
  | { is: "stopped"; why: string }
  | { is: "other_version"; version: string }
  | { is: "sign_in" }
  | { is: "too_long" }
  | { is: "error"; said: unknown }
);

/** The supported version of the protocol. */
const VERSION = 1;
const SIGN_IN = -32_000;
const US = { name: "countersign", version: "1" };

/** Offers no client capabilities: a sandboxed agent reads the tree by itself and must not write. */
const CAPABILITIES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

/** Asks one question in a new session that may only read the tree. */
export async function holdSession(talk: ProcessTalk, prompt: string): Promise<SessionEnd> {
  const heard = { text: "", costUsd: null as number | null };
  const rpc = openRpc(talk, {
    onRequest: (method, params) =>
      method === "session/request_permission" ? refuse(params) : undefined,
    onNotice: (method, params) => (method === "session/update" ? hear(params, heard) : undefined),
  });
  try {
    const greeted = await greet(rpc);
    if (greeted.version !== VERSION) {
      return { is: "other_version", version: wordOf(greeted.version), usage: null };
    }
    const sessionId = await openSession(rpc, talk.directory, greeted.keyMethod);
    if (sessionId === null) return { is: "sign_in", usage: null };
    const ended = await rpc.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: prompt }],
    });
    const end = isJsonRecord(ended) ? ended : {};
    const usage = usageOf(end, heard.costUsd);
    if (end.stopReason === "end_turn") return { is: "answered", text: heard.text, usage };
    return { is: "stopped", why: wordOf(end.stopReason), usage };
  } catch (error) {
    if (error instanceof RpcError) return { is: "error", said: error.said, usage: null };
    if (error instanceof RpcClosedError && error.why === "too_long") {
      return { is: "too_long", usage: null };
    }
    throw error;
  }
}

/** Initializes the connection and returns the agent's protocol version. */
export async function greetAgent(talk: ProcessTalk): Promise<{ isOurs: boolean; version: string }> {
  const rpc = openRpc(talk, { onRequest: () => undefined, onNotice: () => undefined });
  const { version, agentVersion } = await greet(rpc);
  return { isOurs: version === VERSION, version: agentVersion ?? `ACP ${wordOf(version)}` };
}

type AgentGreeting = { version: unknown; agentVersion: string | null; keyMethod: string | null };

async function greet(rpc: Rpc): Promise<AgentGreeting> {
  const answer = await rpc.request("initialize", {
    protocolVersion: VERSION,
    clientCapabilities: CAPABILITIES,
    clientInfo: US,
  });
  const { protocolVersion, agentInfo, authMethods } = isJsonRecord(answer) ? answer : {};
  const said = isJsonRecord(agentInfo) ? agentInfo.version : null;
  const methods: unknown[] = Array.isArray(authMethods) ? authMethods : [];
  const keyMethod = methods
    .map((method) => (isJsonRecord(method) ? method.id : null))
    .find((id) => typeof id === "string" && /key/i.test(id));
  return {
    version: protocolVersion,
    agentVersion: typeof said === "string" && /^[\w.+-]{1,100}$/.test(said) ? said : null,
    keyMethod: typeof keyMethod === "string" ? keyMethod : null,
  };
}

/**
 * Opens a session. Returns null if the agent requires an interactive sign-in instead of its key.
 */
async function openSession(
  rpc: Rpc,
  directory: string,
  keyMethod: string | null,
): Promise<string | null> {
  const open = async (): Promise<string | null> => {
    const opened = await rpc.request("session/new", { cwd: directory, mcpServers: [] });
    const id = isJsonRecord(opened) ? opened.sessionId : null;
    if (typeof id !== "string") throw new RpcError(0, "it opened no session");
    return id;
  };
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== SIGN_IN) throw error;
    if (keyMethod === null) return null;
  }
  await rpc.request("authenticate", { methodId: keyMethod });
  return await open();
}

/** Rejects a permission request, or cancels it if there is no option to reject. */
function refuse({ options }: JsonRecord): object {
  const offered: unknown[] = Array.isArray(options) ? options : [];
  const no = offered.find(
    (option) => isJsonRecord(option) && /^reject_(?:once|always)$/.test(wordOf(option.kind)),
  );
  const optionId = isJsonRecord(no) ? no.optionId : undefined;
  const isChosen = typeof optionId === "string";
  return { outcome: isChosen ? { outcome: "selected", optionId } : { outcome: "cancelled" } };
}

/** Keeps the text since the agent's last tool call; the text before it is not the answer. */
function hear({ update }: JsonRecord, heard: { text: string; costUsd: number | null }): void {
  if (!isJsonRecord(update)) return;
  const { sessionUpdate, content, cost } = update;
  if (sessionUpdate === "tool_call") heard.text = "";
  if (sessionUpdate === "agent_message_chunk" && isJsonRecord(content) && content.type === "text") {
    heard.text += typeof content.text === "string" ? content.text : "";
  }
  if (sessionUpdate === "usage_update" && isJsonRecord(cost) && cost.currency === "USD") {
    // Agents report 0 for a model whose price they do not know.
    heard.costUsd = typeof cost.amount === "number" && cost.amount > 0 ? cost.amount : null;
  }
}

/** Returns a string or number as text, and an empty text for any other type. */
function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function usageOf({ usage }: JsonRecord, costUsd: number | null): ReviewerUsage | null {
  if (!isJsonRecord(usage) && costUsd === null) return null;
  const { inputTokens, outputTokens, thoughtTokens, cachedReadTokens } = isJsonRecord(usage)
    ? usage
    : {};
  return {
    inputTokens: toCount(inputTokens) + toCount(cachedReadTokens),
    outputTokens: toCount(outputTokens) + toCount(thoughtTokens),
    costUsd,
  };
}
