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

/** Where the agent works, as far as this side knows it. */
export type AgentLocation =
  /** On another machine: only branches can be submitted. */
  | { is: "remote" }
  /** In no repository that the engine knows: nothing is reviewed, and there is no work. */
  | { is: "outside" }
  | {
      is: "worktree";
      /** The engine's id of the repository. */
      repo: string;
      /** The working directory on the engine's machine. */
      worktree: string;
      /** The branch that is checked out there, or `HEAD`. */
      branch: string;
      /** The task that a release without places remembered for the branch. */
      formerTask: string | null;
    };

/** Looked up for every call: an agent changes branches while it works. */
export type FindPlace = () => Promise<AgentLocation>;

/** What every tool works with. Rights are the token's; nothing here adds to them. */
export type McpSession = {
  client: Client;
  role: Role;
  me(): Promise<Me>;
  place: FindPlace;
  /** Which pages of which change were served through this server. */
  shown: ShownPages;
};

type SessionSettings = {
  client: Client;
  role: Role;
  place?: FindPlace | undefined;
  shown?: ShownPages | undefined;
};

export function createSession({ client, role, place, shown }: SessionSettings): McpSession {
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

/** The same words to the same round get the same key, so a repeated call does nothing twice. */
export async function keyFor(
  { me }: McpSession,
  tool: string,
  ...parts: readonly unknown[]
): Promise<string> {
  const { actor } = await me();
  const said = JSON.stringify([actor.id, tool, ...parts]);
  return `mcp:${tool}:${createHash("sha256").update(said).digest("hex").slice(0, 48)}`;
}

/** Refuses in the words that an agent can act on. */
export function refuse(
  code: CountersignError["code"],
  message: string,
  details: Readonly<Record<string, string | number>> = {},
): never {
  throw new CountersignError(code, message, { details });
}

/** Where the author works, as the engine keeps it. */
export function locationOf({
  branch,
  worktree,
}: Pick<Extract<AgentLocation, { is: "worktree" }>, "branch" | "worktree">): WorkLocation {
  return { branch, worktree };
}

export function refuseOutside(): never {
  throw unknownRepository();
}
