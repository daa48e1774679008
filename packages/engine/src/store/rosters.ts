import { LIVE_CONNECTION_MS, ROLES, type RosterCredential } from "@countersign/core";
import { z } from "zod";

const Credential = z.object({
  actor: z.string(),
  role: z.enum(ROLES),
  task: z.string().nullable(),
  department: z.string().nullable(),
  family: z.string().nullable(),
  expiresMs: z.number().nullable(),
  /** The repository of a reviewer connection, and its last heartbeat. Null for people. */
  repo: z.string().nullable(),
  seenMs: z.number().nullable(),
});
type Credential = z.infer<typeof Credential>;

/** The version of the roster, and its credentials unless the reader knows that version. */
export const RosterRows = z.object({
  rosterVersion: z.string().nullable(),
  credentials: z.array(Credential).nullable(),
});
export type RosterRows = z.infer<typeof RosterRows>;

const ms = (moment: string) => `(extract(epoch FROM ${moment}) * 1000)::bigint`;

/**
 * The columns of `RosterRows`, read with `place`: $1 organisation, $4 the version that the reader knows, $5 until
 * when it holds. Version and credentials are of one statement, so they are of the same moment.
 */
export const ROSTER_COLUMNS = `
  (SELECT version FROM roster) AS "rosterVersion",
  CASE WHEN (SELECT version FROM roster) = $4::uuid AND (SELECT now FROM place) < $5::bigint THEN NULL
  ELSE (SELECT coalesce(json_agg(p ORDER BY p.actor), '[]') FROM (
    SELECT DISTINCT ON (c.actor, c.role, c.task_id, r.repo) c.actor, c.role, c.task_id AS task,
           c.department, c.model_family AS family, ${ms("c.expires")} AS "expiresMs",
           r.repo, ${ms("r.seen")} AS "seenMs"
      FROM countersign.credentials c
      LEFT JOIN countersign.reviewer_connections r
        ON r.org_id = c.org_id AND r.credential = c.id AND c.role = 'reviewer'
       AND ${ms("r.seen")} > (SELECT now FROM place) - ${LIVE_CONNECTION_MS}
     WHERE c.org_id = $1 AND c.revoked IS NULL
       AND (c.expires IS NULL OR ${ms("c.expires")} > (SELECT now FROM place))
       AND (c.role = 'human' OR r.repo IS NOT NULL)
     ORDER BY c.actor, c.role, c.task_id, r.repo, r.seen DESC, c.created) p)
  END AS credentials`;

/** Finds the version of the roster. */
export const ROSTER_VERSION =
  "roster AS (SELECT version FROM countersign.rosters WHERE org_id = $1)";

/** The credentials of an organisation that can answer, as they were read at one version. */
export type Roster = {
  version: string | null;
  /** When the first of its credentials expires or the first of its connections lapses, which changes no version. */
  untilMs: number;
  size: number;
  /** Returns the people, and the reviewers that are connected for a repository. */
  credentialsFor(repo: string): readonly RosterCredential[];
};

/** Credentials that a process keeps, of all organisations. The last roster is always kept. */
const MAX_CREDENTIALS = 50_000;

export type RosterCache = {
  /** Returns the last roster that was read. A statement gets its version, and answers with another one only. */
  known(org: string): Roster;
  /** Returns the roster that a statement found: a new one, or the known one that it was given. */
  resolve(org: string, known: Roster, rows: RosterRows): Roster;
};

/** Keeps the last roster of each organisation, so that a command reads it only if it has changed. */
export function createRosterCache(maxCredentials = MAX_CREDENTIALS): RosterCache {
  const kept = new Map<string, Roster>();
  const unknown = createRoster(null, []);
  const forgetOldest = () => {
    let size = 0;
    for (const [org, roster] of [...kept].reverse()) {
      size += roster.size;
      if (size > maxCredentials && size > roster.size) kept.delete(org);
    }
  };
  return {
    known: (org) => kept.get(org) ?? unknown,
    resolve(org, known, { rosterVersion, credentials }) {
      if (credentials === null) return known;
      const roster = createRoster(rosterVersion, credentials);
      kept.delete(org);
      kept.set(org, roster);
      forgetOldest();
      return roster;
    },
  };
}

function createRoster(version: string | null, credentials: readonly Credential[]): Roster {
  const byRepo = new Map<string, readonly RosterCredential[]>();
  return {
    version,
    untilMs: credentials.map(holdsUntilMs).reduce(earlier, Number.MAX_SAFE_INTEGER),
    size: credentials.length,
    credentialsFor(repo) {
      const known = byRepo.get(repo) ?? credentials.filter(isFor(repo)).map(rosterCredential);
      byRepo.set(repo, known);
      return known;
    },
  };
}

function earlier(one: number, other: number): number {
  return Math.min(one, other);
}

function holdsUntilMs({ expiresMs, seenMs }: Credential): number {
  const lapsesMs = seenMs === null ? Infinity : seenMs + LIVE_CONNECTION_MS;
  return Math.min(expiresMs ?? Infinity, lapsesMs);
}

function isFor(repo: string) {
  return (credential: Credential) => credential.repo === null || credential.repo === repo;
}

function rosterCredential(credential: Credential): RosterCredential {
  const { actor, role, task, department, family, repo, seenMs } = credential;
  return {
    actor,
    role,
    task,
    ...(department === null ? {} : { department }),
    ...(family === null ? {} : { modelFamily: family }),
    connections: repo === null || seenMs === null ? [] : [{ repo, seenMs }],
  };
}
