import { createHash } from "node:crypto";
import { type Client, CountersignError, type Me, type Role } from "@countersign/api";
import { createShownPages, type ShownPages } from "./shown-pages.ts";

/** Where the agent works, as far as this side knows it. */
export type Place = {
  /** The engine's id of the repository; null: unknown. */
  repo: string | null;
  /** The working directory on the engine's machine; null: only branches can be handed in. */
  worktree: string | null;
  /** The branch that is checked out there. */
  branch: string | null;
  /** The task that was last handed in from there. */
  task: string | null;
};

/** Looked up anew for every call: an agent changes branches while it works. */
export type FindPlace = () => Promise<Place>;

export const NOWHERE: Place = { repo: null, worktree: null, branch: null, task: null };

/** What every tool works with. Rights are the token's; nothing here adds to them. */
export type Session = {
  client: Client;
  role: Role;
  me(): Promise<Me>;
  place: FindPlace;
  /** Which pages of which change were served through this server. */
  shown: ShownPages;
  /** Keeps in mind which task belongs to the branch. */
  remember(task: string): Promise<void>;
};

type SessionSettings = {
  client: Client;
  role: Role;
  place?: FindPlace | undefined;
  remember?: ((task: string) => Promise<void>) | undefined;
  shown?: ShownPages | undefined;
};

export function createSession({ client, role, place, remember, shown }: SessionSettings): Session {
  let known: Me | null = null;
  return {
    client,
    role,
    place: place ?? (async () => NOWHERE),
    remember: remember ?? (async () => undefined),
    shown: shown ?? createShownPages(),
    async me() {
      known ??= await client.me();
      return known;
    },
  };
}

/** The same words to the same round get the same key, so a repeated call does nothing twice. */
export async function keyFor(
  { me }: Session,
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
