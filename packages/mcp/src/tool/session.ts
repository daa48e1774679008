import { createHash } from "node:crypto";
import {
  type Client,
  CountersignError,
  type Me,
  type Role,
  unknownRepository,
  type WorkLocation,
} from "@countersign/api";
import { createShownPages, type ShownPages } from "./shown-pages.ts";

/** The location of the agent's work, as far as this process knows it. */
export type AgentLocation =
  /** On another machine: the agent can submit only branches. */
  | { is: "remote" }
  /** Outside every registered repository: there are no assignments, and nothing is submitted. */
  | { is: "outside" }
  | {
      is: "worktree";
      /** The engine's id of the repository. */
      repo: string;
      /** The working directory on the engine's machine. */
      worktree: string;
      /** The branch that is checked out there, or `HEAD`. */
      branch: string;
      /** The branch's task as stored by a release that did not record locations. */
      formerTask: string | null;
    };

/** Called on each tool call, because an agent changes branches while it works. */
export type FindPlace = () => Promise<AgentLocation>;

/** What every tool receives. Permissions come only from the token. */
export type McpSession = {
  client: Client;
  role: Role;
  me(): Promise<Me>;
  place: FindPlace;
  /** The pages that this server has served, by change. */
  shown: ShownPages;
};

type SessionSettings = {
  client: Client;
  role: Role;
  place?: FindPlace | undefined;
  shown?: ShownPages | undefined;
};

export function createMcpSession({ client, role, place, shown }: SessionSettings): McpSession {
  let known: Me | null = null;
  return {
    client,
    role,
    place: place ?? (async () => ({ is: "remote" })),
    shown: shown ?? createShownPages(),
    async me() {
      known ??= await client.me();
      return known;
    },
  };
}

/** Derives the same key for the same request to the same round, so a repeated call has no second effect. */
export async function keyFor(
  { me }: McpSession,
  tool: string,
  ...parts: readonly unknown[]
): Promise<string> {
  const { actor } = await me();
  const said = JSON.stringify([actor.id, tool, ...parts]);
  return `mcp:${tool}:${createHash("sha256").update(said).digest("hex").slice(0, 48)}`;
}

/** Throws a refusal that an agent can act on. */
export function refuseCall(
  code: CountersignError["code"],
  message: string,
  details: Readonly<Record<string, string | number>> = {},
): never {
  throw new CountersignError(code, message, { details });
}

/** Returns the author's location in the engine's format. */
export function agentWorkLocation({
  branch,
  worktree,
}: Pick<Extract<AgentLocation, { is: "worktree" }>, "branch" | "worktree">): WorkLocation {
  return { branch, worktree };
}

export function refuseOutside(): never {
  throw unknownRepository();
}
