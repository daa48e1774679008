import { type McpServer, ProtocolError } from "@modelcontextprotocol/server";
import type { McpSession } from "../tool/session.ts";

const INBOX = "countersign://inbox";
const TASK = /^countersign:\/\/task\/([A-Za-z0-9][A-Za-z0-9._@+-]{0,63})$/;
const INVALID_PARAMS = -32_602;
const MAX_WATCHED = 50;

/**
 * Lets a host watch its inbox and single tasks, and notifies it of changes. Polls every `everyMs`
 * while there are subscriptions.
 */
export function watchResources(server: McpServer, session: McpSession, everyMs: number): void {
  const { server: line } = server;
  const watched = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (const [uri, before] of [...watched]) {
      const now = await markOf(session, uri).catch(() => before);
      if (now === before || !watched.has(uri)) continue;
      watched.set(uri, now);
      await line.sendResourceUpdated({ uri }).catch(() => undefined);
    }
    timer = undefined;
    lookLater();
  };
  const lookLater = (): void => {
    if (watched.size > 0) timer ??= setTimeout(() => void look(), everyMs).unref();
  };

  line.registerCapabilities({ resources: { subscribe: true } });
  line.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    if (watched.size >= MAX_WATCHED)
      throw new ProtocolError(INVALID_PARAMS, `At most ${MAX_WATCHED} resources can be watched.`);
    watched.set(uri, await markOf(session, uri));
    lookLater();
    return {};
  });
  line.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    watched.delete(uri);
    return {};
  });
  const { onclose } = line;
  line.onclose = () => {
    watched.clear();
    clearTimeout(timer);
    onclose?.();
  };
}

/** Returns a value that changes whenever the resource changes. */
async function markOf({ client }: McpSession, uri: string): Promise<string> {
  if (uri === INBOX) {
    const { items } = await client.inbox({ limit: 50 });
    return items.map(({ task, seq }) => `${task} ${seq}`).join("\n");
  }
  const task = TASK.exec(uri)?.[1];
  if (task === undefined)
    throw new ProtocolError(INVALID_PARAMS, `Only ${INBOX} and tasks can be watched.`);
  return String((await client.showTask({ task })).seq);
}
