import { assignmentOf, type Context, type ProofInputs, type Step } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";

/** The actors and the data of the task from which a plan was compiled. */
export type CompiledFrom = Omit<ProofInputs["compiled"], "assignment"> & {
  assignment: ReturnType<typeof assignmentOf>;
};

/** One source for each task: that of its last plan. Nothing is stored before the target has proofs. */
const KEEP_SOURCE = `
  INSERT INTO countersign.plan_sources (org_id, task_id, plan, body)
  SELECT $1, $2, $3, $4::jsonb WHERE EXISTS (
    SELECT FROM countersign.proofs WHERE org_id = $1 AND repo = $5 AND recorded IS NOT NULL)
  ON CONFLICT (org_id, task_id) DO UPDATE SET plan = excluded.plan, body = excluded.body`;

/** Stores what a step compiled its plan from, if it planned the round again and the target has proofs. */
export function keepPlanSource(
  session: Session,
  { task, log }: Step,
  context: Pick<Context, "policy" | "roster">,
): void {
  const { round } = task;
  const isPlanned = log.some(({ event }) => event.type === "planned" || event.type === "replanned");
  if (!isPlanned || round === null || round.plan === null) return;
  const body: CompiledFrom = {
    roster: agentsIn(context.roster),
    assignment: assignmentOf(task, round, context),
  };
  const values = [session.org, task.id, round.plan.digest, JSON.stringify(body), task.repo];
  session.send({ name: "keep_plan_source", text: KEEP_SOURCE, values });
}

/** A plan depends on agents, and on people with the name of an agent. */
function agentsIn(roster: Context["roster"]): CompiledFrom["roster"] {
  const agents = new Set(roster.filter(({ kind }) => kind !== "human").map(({ id }) => id));
  return roster.filter(({ id }) => agents.has(id));
}
