import { CountersignError } from "@countersign/core";
import type { HookCall } from "../hook/sessions/hook-calls.ts";
import { findAgents, type KnownAgent } from "../init/hosts/find-agents.ts";
import { agentAdditions } from "../init/plan/plan-additions.ts";
import { planFiles } from "../init/plan/plan-files.ts";
import { launcherPath } from "../launcher/launcher.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { codexHooksWrittenMs, untrustedCodexHooks } from "./codex-trust.ts";

/** An agent of this user that calls our hooks, and when it last did. */
export type ConnectedAgent = {
  agent: KnownAgent["id"];
  name: string;
  heardMs: number | null;
  /** Codex runs no hooks that its user has not trusted. */
  isTrusted: boolean;
};

/** The agents whose settings name our hooks. `heard` holds what was heard, the last first. */
export async function connectedAgents(
  env: Environment,
  heard: readonly HookCall[],
): Promise<ConnectedAgent[]> {
  const home = env.HOME ?? null;
  const agents = await findAgents(undefined, { root: home ?? "/", home, env });
  const found = await Promise.all(
    agents.map(async ({ id, name }) => {
      if (!(await isConnected(id, env))) return [];
      const heardMs = heard.find(({ agent }) => agent === id)?.atMs ?? null;
      return [{ agent: id, name, heardMs, isTrusted: await isTrusted(id, env, heardMs) }];
    }),
  );
  return found.flat();
}

/** Whether the agent runs our hooks: one that was heard since they were written does. */
export async function isTrusted(
  agent: KnownAgent["id"],
  env: Environment,
  heardMs: number | null,
): Promise<boolean> {
  if (agent !== "codex") return true;
  if (heardMs !== null && heardMs > (await codexHooksWrittenMs(env))) return true;
  return (await untrustedCodexHooks(env)).length === 0;
}

async function isConnected(id: KnownAgent["id"], env: Environment): Promise<boolean> {
  const launcher = launcherPath(localFiles(env).directory);
  try {
    const planned = await planFiles(await agentAdditions(id, { launcher, env }), {
      own: null,
      others: [],
    });
    return planned.length > 0 && planned.every(({ is }) => is === "keep");
  } catch (error) {
    if (error instanceof CountersignError) return false; // a file of the user is broken
    throw error;
  }
}
