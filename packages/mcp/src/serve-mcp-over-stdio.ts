import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpSettings } from "./create-mcp-server.ts";

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
  const serving = serveStdio(() => createMcpServer(settings), {
    transport: new StdioServerTransport(),
    onerror: onError,
  });
  await ended;
  await serving.close();
}
