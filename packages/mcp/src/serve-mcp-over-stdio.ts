import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpSettings } from "./create-mcp-server.ts";
import { keepReviewerConnected } from "./keep-reviewer-connected.ts";

const WATCH_MS = 2_000;

type StdioSettings = McpSettings & {
  /** What went wrong on the line; it never gets onto it. */
  onError(error: Error): void;
};

/** Serves one agent on this process's stdin and stdout until its stdin ends. */
export async function serveMcpOverStdio({ onError, ...settings }: StdioSettings): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  // The newer protocol subscribes in a way of its own, of which a server is not told.
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
