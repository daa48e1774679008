import { ownEntry } from "../kernel/own-entry.ts";
import type { RosterEntry } from "./schema.ts";

/** Milliseconds after its last heartbeat for which a reviewer connection counts as live. */
export const LIVE_CONNECTION_MS = 120_000;

/** A credential that is neither revoked nor expired, as far as seats are concerned. */
export type RosterCredential = {
  actor: string;
  role: string;
  department?: string | undefined;
  modelFamily?: string | undefined;
  /** The only task that the credential may access. Null for every task. */
  task: string | null;
  /** When the credential was last used as a reviewer connection, by repository. */
  connections: readonly { repo: string; seenMs: number }[];
};

/** A reviewer of the policy that the engine can run now. */
export type RunnableReviewer = { id: string; modelFamily?: string | undefined };

/** The engine's data about actors for planning a task. */
export type RosterFacts = {
  repo: string;
  task: string;
  nowMs: number;
  credentials: readonly RosterCredential[];
  /** Reviewers that the engine runs itself, ready or not. Only its own run answers in their name. */
  engineRun: readonly string[];
  runnable: readonly RunnableReviewer[];
  /** Open seats in other tasks, by actor. */
  openSeats: Readonly<Record<string, number>>;
};

/**
 * Returns the actors that can answer for a task's repository: people, reviewers that the engine can run, and
 * agents with a live reviewer connection for this repository.
 *
 * These do not qualify: credentials of authors and planners, connections for another repository, connections
 * without a heartbeat for `LIVE_CONNECTION_MS`, and credentials limited to another task.
 */
export function buildRoster(facts: RosterFacts): RosterEntry[] {
  const { credentials, runnable, openSeats } = facts;
  const load = (id: string): number => ownEntry(openSeats, id) ?? 0;
  const people = credentials.filter(({ role }) => role === "human").map(({ actor }) => actor);
  const connected = credentials.filter((credential) => isLiveReviewer(credential, facts));
  return [
    ...[...new Set(people)].map((id) => ({ id, kind: "human" as const, load: 0 })),
    ...runnable.map(({ id, modelFamily }) => ({
      id,
      kind: "agent" as const,
      load: load(id),
      ...(modelFamily === undefined ? {} : { modelFamily }),
      reachedBy: "engine" as const,
    })),
    ...connected.map(({ actor, department, modelFamily }) => ({
      id: actor,
      kind: "agent" as const,
      load: load(actor),
      ...(department === undefined ? {} : { department }),
      ...(modelFamily === undefined ? {} : { modelFamily }),
    })),
  ];
}

function isLiveReviewer(
  { actor, role, task, connections }: RosterCredential,
  { repo, task: planned, nowMs, engineRun }: RosterFacts,
): boolean {
  if (role !== "reviewer" || engineRun.includes(actor)) return false;
  if (task !== null && task !== planned) return false;
  return connections.some(
    (connection) => connection.repo === repo && nowMs - connection.seenMs < LIVE_CONNECTION_MS,
  );
}
