export { createMcpServer, type McpSettings } from "./create-mcp-server.ts";
export { keepReviewerConnected } from "./keep-reviewer-connected.ts";
export { serveMcpOverHttp } from "./serve-mcp-over-http.ts";
export { serveMcpOverStdio } from "./serve-mcp-over-stdio.ts";
export type { AgentLocation, FindPlace } from "./tool/session.ts";
