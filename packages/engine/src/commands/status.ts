import { PHASES, type PhaseName } from "@countersign/core";
import { and, count, eq } from "drizzle-orm";
import { requireMay } from "../access/may.ts";
import type { Principal } from "../access/principal.ts";
import { tasks } from "../store/schema.ts";
import { transact } from "../store/transact.ts";
import type { Parts } from "./parts.ts";
import { type RepositoryLine, repositories } from "./repositories.ts";

export type EngineStatus = {
  /** Tasks by state. */
  counts: Readonly<Record<PhaseName, number>>;
  waitingForMe: number;
  repositories: readonly RepositoryLine[];
  /** What keeps checks from the rest of the machine, in words. */
  sandbox: string;
};

export async function status(parts: Parts, by: Principal): Promise<EngineStatus> {
  requireMay(by, "read");
  const counted = await transact(parts.pool, by.org, async ({ db }) => ({
    states: await db
      .select({ state: tasks.state, number: count() })
      .from(tasks)
      .where(eq(tasks.orgId, by.org))
      .groupBy(tasks.state),
    mine: await db
      .select({ number: count() })
      .from(tasks)
      .where(and(eq(tasks.orgId, by.org), eq(tasks.turnWho, by.actor.id))),
  }));
  const sandbox = await parts.processes.sandbox();
  const zero = Object.fromEntries(PHASES.map((state) => [state, 0]));
  const found = Object.fromEntries(counted.states.map(({ state, number }) => [state, number]));
  return {
    counts: { ...zero, ...found } as Record<PhaseName, number>,
    waitingForMe: counted.mine[0]?.number ?? 0,
    repositories: await repositories(parts, by),
    sandbox:
      sandbox.kind === "bubblewrap" ? `bubblewrap ${sandbox.version}` : `none: ${sandbox.why}`,
  };
}
