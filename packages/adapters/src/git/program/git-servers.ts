import type { GitCall } from "./git-call.ts";
import { createGitServer, type GitQuestion, type GitServer } from "./git-server.ts";
import type { GitSettings } from "./git-settings.ts";

/** The long-lived processes of all mirrors. Two mirrors never share one. */
export type GitServers = {
  ask<T>(gitDir: string, args: GitCall["args"], question: GitQuestion<T>): Promise<T>;
  /** Ends the processes of a mirror; the next question starts new ones. */
  close(gitDir: string): void;
};

/** Maximum number of idle processes; the least recently used one ends first. */
const MAX_SERVERS = 32;

export function createGitServers(settings: GitSettings): GitServers {
  const servers = new Map<string, { gitDir: string; server: GitServer }>();

  const serverFor = (gitDir: string, args: GitCall["args"]): GitServer => {
    const key = [gitDir, ...args].join("\0");
    const server = servers.get(key)?.server ?? createGitServer(settings, { gitDir, args });
    servers.delete(key);
    servers.set(key, { gitDir, server });
    const [oldest] = servers;
    if (servers.size > MAX_SERVERS && oldest !== undefined) {
      servers.delete(oldest[0]);
      oldest[1].server.close();
    }
    return server;
  };
  return {
    ask: (gitDir, args, question) => serverFor(gitDir, args).ask(question),
    close(gitDir) {
      for (const [key, one] of servers) {
        if (one.gitDir !== gitDir) continue;
        servers.delete(key);
        one.server.close();
      }
    },
  };
}
