import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpSettings } from "./create-mcp-server.ts";
import { keepReviewerConnected } from "./keep-reviewer-connected.ts";

const WATCH_MS = 2_000;

type StdioSettings = McpSettings & {
  /** Reports transport errors, which must never be written to stdout. */
  onError(error: Error): void;
};

/** Serves one agent on stdin and stdout until stdin ends. */
export async function serveMcpOverStdio({ onError, ...settings }: StdioSettings): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  // The newer protocol handles subscriptions itself and does not notify the server.
  const watchMs = (era: "legacy" | "modern") => (era === "legacy" ? WATCH_MS : undefined);
  const serving = serveStdio(({ era }) => createMcpServer({ ...settings, watchMs: watchMs(era) }), {
    transport: new StdioServerTransport(),
    onerror: onError,
  });
  const connection = keepReviewerConnected(settings, onError);
  await ended;
  connection.stop();
  await serving.close();
}
