import { readAlong } from "../platform/read-along.ts";
import { createReadingSession, readOnce, readTogether } from "../platform/read-once.ts";
import { type Session, transact } from "../platform/transact.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { TreeCopies } from "../review/reviewers/tree-copies.ts";
import type { EngineDeps } from "./engine-deps.ts";

/** The engine's dependencies, bound to one organisation. Created once per call, job or look. */
export type EngineScope = Omit<EngineDeps, "mirrorOf" | "copiesOf"> & {
  org: string;
  /** The mirrors of the organisation's repositories. */
  mirror: Mirror;
  /** Trees that the organisation's reviewers read. */
  copies: TreeCopies;
  /** Runs work that reads the organisation with exactly one statement, in one message. */
  read<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Sends each statement as a read of its own. For reads that are rarely needed, or of what never changes. */
  reading: Session;
  /** Runs several reads of the same moment in one message, each with exactly one statement. */
  readTogether<Results extends readonly unknown[]>(
    reads: {
      [Index in keyof Results]: (session: Session) => Promise<Results[Index]>;
    },
  ): Promise<Results>;
  /** Runs work that polls: its statements are sent along with those of other polls. See {@link readAlong}. */
  readAlong<Result>(work: (session: Session) => Promise<Result>, waitMs?: number): Promise<Result>;
  /** Runs work in one transaction that can only see and write the organisation. */
  transact<Result>(
    work: (session: Session) => Promise<Result>,
    begin?: Parameters<typeof transact>[3],
  ): Promise<Result>;
};

/** Binds the engine's dependencies to one organisation. */
export function createScope({ mirrorOf, copiesOf, ...deps }: EngineDeps, org: string): EngineScope {
  return {
    ...deps,
    org,
    mirror: mirrorOf(org),
    copies: copiesOf(org),
    read: (work) => readOnce(deps.pool, org, work),
    reading: createReadingSession(deps.pool, org),
    readTogether: (reads) => readTogether(deps.pool, org, reads),
    readAlong: (work, waitMs) => readAlong(deps.pool, org, work, waitMs),
    transact: (work, begin) => transact(deps.pool, org, work, begin),
  };
}
