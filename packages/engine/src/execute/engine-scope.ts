import { readOnce } from "../platform/read-once.ts";
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
    transact: (work, begin) => transact(deps.pool, org, work, begin),
  };
}
