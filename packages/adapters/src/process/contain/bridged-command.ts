import type { ProcessRequest } from "@countersign/engine";

/**
 * Starts the command, listens on its loopback and forwards every byte to the socket. Ends with the
 * command and its exit code.
 */
const BRIDGE = `
const { spawn } = require("node:child_process");
const { createServer, connect } = require("node:net");
const { constants } = require("node:os");
const [socket, port, command] = process.argv.slice(1);
const carry = (near) => {
  const far = connect({ path: socket, allowHalfOpen: true });
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
  near.pipe(far).pipe(near);
};
const server = createServer({ allowHalfOpen: true }, carry);
process.on("SIGTERM", () => undefined);
server.listen(Number(port), "127.0.0.1", () => {
  const env = { ...process.env, GATEWAY_PORT: String(server.address().port) };
  const child = spawn("/bin/sh", ["-c", command], { env, stdio: "inherit" });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
`;

/**
 * Returns the command, or the bridge that starts it if it may reach one socket. The bridge listens
 * on `port`, or on any free port.
 */
export function bridgedCommand(
  { command, network }: Pick<ProcessRequest, "command" | "network">,
  { node, socket, port = 0 }: { node: string; socket: string; port?: number },
): string {
  if (typeof network === "string") return command;
  return ["exec", ...[node, "-e", BRIDGE, socket, String(port), command].map(quoteWord)].join(" ");
}

function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
