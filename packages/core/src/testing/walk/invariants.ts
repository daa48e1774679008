import { NO_REVIEWER } from "../../plan/eligible.ts";
import { resolveMode } from "../../plan/layers/resolve-mode.ts";
import type { Requirement } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { MODES } from "../../policy/words.ts";
import type { Actor } from "../../task/model/context.ts";
import type { LogEntry } from "../../task/model/events.ts";
import type { Round, Task } from "../../task/model/state.ts";
import type { Step } from "../../task/step/draft.ts";
import { turnOf } from "../../task/view/turn.ts";
import type { Verdict } from "../../verdict/schema.ts";
import { PROTECTED_TREE, type TaskCommand } from "./world.ts";

/** The invariants as an observer states them, without the code that decides. */

type Observed = {
  log: readonly LogEntry[];
  before: Task;
  step: Step;
  command: TaskCommand;
  actor: Actor;
  policy: Policy;
};

export function checkInvariants(observed: Observed): void {
  const { step, policy, command, before } = observed;
  const types = step.log.map((entry) => entry.event.type);
  const plain = step.log.some(({ event }) => event.type === "approved" && !event.override);
  if (plain && !step.task.round?.overridden) checkComplete(step.task, policy);
  if (types.includes("submitted")) checkFresh(step.task);
  if (types.includes("merge_started")) checkMerging(before, step.task, observed.log, policy);
  if (step.task.phase.is === "done" && types.includes("merged"))
    mustBe(before.phase.is === "merging", "I3: merged without a merge");
  if (command.type === "deadline" || command.type === "lease_expired")
    mustBe(step.task.phase.is !== "rejected", "I6: rejected by timeout");
  checkTurn(step.task);
  checkProtected(step.task);
  checkMonotone(observed);
}

function mustBe(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** I1, I2, I11: every requirement is answered by enough actors who may answer it, for exactly this content. */
function checkComplete(task: Task, policy: Policy): void {
  const { round } = task;
  if (round?.plan == null) throw new Error("I1: approved without a plan");
  const usedLayers = new Set<string>();
  let answers = 0;
  for (const requirement of round.plan.requirements) {
    const eligible = round.verdicts.items.filter((verdict) =>
      mayAnswer(verdict, requirement, task, round, policy),
    );
    const fresh = eligible.filter(
      (verdict) => requirement.table !== "chain" || !usedLayers.has(verdict.by),
    );
    const given = fresh.filter(
      (verdict) => !isSetAside(verdict, round) && verdict.opinion !== "abstained",
    );
    if (requirement.table === "chain") for (const verdict of given) usedLayers.add(verdict.by);
    checkSatisfied(
      requirement,
      given,
      fresh.filter((verdict) => isSetAside(verdict, round)).length,
      round,
      policy,
    );
    answers += given.length;
  }
  mustBe(answers > 0, "I1: zero reviews approved");
  checkGate(task, round, policy);
}

function mayAnswer(
  verdict: Verdict,
  requirement: Requirement,
  task: Task,
  round: Round,
  policy: Policy,
): boolean {
  const named = round.resolutions.some(
    (resolution) =>
      resolution.do === "name_reviewer" &&
      resolution.requirement === requirement.id &&
      resolution.reviewer === verdict.by,
  );
  const involved = [task.sponsor, ...(task.sponsors ?? []), ...task.committers];
  const sponsor = involved.includes(verdict.by);
  return (
    verdict.requirement === requirement.id &&
    verdict.round === round.number &&
    verdict.tree === round.content.tree &&
    (requirement.kind === "self" || !task.authors.includes(verdict.by)) &&
    (named ||
      requirement.who.includes(verdict.by) ||
      standsIn(verdict.by, requirement, round, policy)) &&
    (!requirement.human || verdict.byKind === "human") &&
    !(requirement.human && sponsor && policy.trust.separation === "four_eyes")
  );
}

/** The turn has moved to a substitute of somebody who was asked. */
function standsIn(by: string, { human, who }: Requirement, round: Round, policy: Policy): boolean {
  const named = round.resolutions.flatMap((resolution) =>
    resolution.do === "name_reviewer" ? [resolution.reviewer] : [],
  );
  const { substitutes } = policy.people;
  const seats = [...who, ...named].filter((seat) => substitutes[seat]?.includes(by));
  return human && round.turns.includes(by) && seats.length > 0;
}

function isSetAside(verdict: Verdict, round: Round): boolean {
  return round.resolutions.some(
    (resolution) => resolution.do === "set_aside" && resolution.verdict === verdict.id,
  );
}

function checkSatisfied(
  requirement: Requirement,
  given: readonly Verdict[],
  aside: number,
  round: Round,
  policy: Policy,
): void {
  const concerns = given.filter((verdict) => verdict.opinion === "concerns").length;
  mustBe(
    !given.some((verdict) => verdict.opinion === "blocker"),
    `I1: approved over a blocker of ${requirement.id}`,
  );
  mustBe(
    requirement.table !== "chain" || concerns === 0,
    `I1: approved over concerns of ${requirement.id}`,
  );
  mustBe(
    requirement.table !== "panel" || concerns < 2,
    "I1: approved over a conflict of the panel",
  );
  if (given.length >= requirement.quorum - aside) return;
  mustBe(
    requirement.satisfiedBy === "autoApprove" && autoApproves(round, policy),
    `I1: ${requirement.id} has ${given.length} of ${requirement.quorum}`,
  );
}

/** H7, H8: only our own sandboxed checks of this tree, never the author's word or label. */
function autoApproves(round: Round, policy: Policy): boolean {
  const checks =
    round.plan?.requirements.filter((requirement) => requirement.kind === "check") ?? [];
  const passed = checks.every((requirement) =>
    round.verdicts.items.some(
      (verdict) =>
        verdict.requirement === requirement.id &&
        verdict.opinion === "approved" &&
        verdict.sandboxed,
    ),
  );
  return (
    policy.modes.autoApprove.enabled &&
    checks.length > 0 &&
    passed &&
    round.signal === "DONE" &&
    round.plan?.mode.mode === "auto"
  );
}

function checkGate(task: Task, round: Round, policy: Policy): void {
  if (policy.gate.counts !== "all") return;
  const aside = new Set(
    round.verdicts.items
      .filter((verdict) => isSetAside(verdict, round))
      .map((verdict) => verdict.by),
  );
  const bad = task.findings.filter(
    (finding) =>
      finding.rounds.includes(round.number) &&
      (finding.disposition.is === "open" || finding.disposition.is === "disputed") &&
      (finding.severity === "critical" || finding.severity === "major") &&
      finding.raisedBy.some((by) => !aside.has(by)),
  );
  mustBe(bad.length === 0, `I1: approved with ${bad.length} open critical or major findings`);
}

/** I3: new content starts from nothing. */
function checkFresh(task: Task): void {
  mustBe(
    task.phase.is === "reviewing" &&
      task.round?.verdicts.items.length === 0 &&
      task.round.plan === null,
    "I3: a new round kept verdicts",
  );
}

function checkMerging(before: Task, task: Task, log: readonly LogEntry[], policy: Policy): void {
  mustBe(
    before.phase.is === "approved" && isApprovedTree(task, log),
    "I3: merging what was not approved",
  );
  mustBe(
    task.round?.overridden === true || task.round?.plan?.policyDigest === policy.digest,
    "I3: merge began under another policy",
  );
}

/** The last word of the log on approval is for exactly this content. */
function isApprovedTree({ round }: Task, log: readonly LogEntry[]): boolean {
  const last = log.findLast(({ event }) => WITHDRAWS.has(event.type) || event.type === "approved");
  return last?.event.type === "approved" && last.event.tree === round?.content.tree;
}

/** After these an earlier approval is worth nothing; `undone` puts back what was before, so it is looked past. */
const WITHDRAWS: ReadonlySet<string> = new Set(["submitted", "held", "reopened"]);

/** I6: somebody is in turn, and whatever waits has a deadline. */
function checkTurn(task: Task): void {
  const turn = turnOf(task);
  const { phase } = task;
  if (turn.holder === "person")
    mustBe(!ROLES.has(turn.who), `I6: the turn is with ${turn.who}, who is nobody`);
  if (phase.is === "held")
    mustBe(
      turn.holder === "person" || turn.holder === "agent",
      "I6: a hold without a named holder",
    );
  if (phase.is === "reviewing" || phase.is === "held" || phase.is === "merging")
    mustBe(phase.deadlineMs > 0, "I6: no deadline");
  if (phase.is === "in_progress" || phase.is === "rework")
    mustBe(phase.leaseUntilMs > 0, "I6: no lease");
}

/** Words that stand for people and name none. */
const ROLES: ReadonlySet<string> = new Set(["owner", NO_REVIEWER]);

/** I10: whoever touches protected paths needs the owner, whatever the mode. */
function checkProtected({ round }: Task): void {
  if (round?.plan == null || round.content.tree !== PROTECTED_TREE) return;
  mustBe(
    round.plan.requirements.some(
      (requirement) =>
        requirement.human &&
        requirement.layers.includes("owner") &&
        requirement.satisfiedBy === undefined,
    ),
    "I10: protected paths without the owner",
  );
}

/** I12: an author's wish never drops a requirement, never lets a machine stand in, never loosens the mode. */
function checkMonotone({ before, step, command, actor, policy }: Observed): void {
  if (command.type !== "change_mode" || !before.authors.includes(actor.id) || actor.planner) return;
  const was = before.round?.plan;
  const is = step.task.round?.plan;
  if (!was || !is || was === is) return;
  for (const old of was.requirements) {
    const now = is.requirements.find(({ id }) => id === old.id);
    const keeps =
      now !== undefined && (now.satisfiedBy === undefined || old.satisfiedBy !== undefined);
    mustBe(keeps, `I12: ${actor.id} loosened ${old.id}`);
  }
  const without = resolveMode(before, policy).mode;
  const looser = MODES.indexOf(is.mode.mode) > MODES.indexOf(without);
  mustBe(!looser, `I12: ${actor.id} loosened ${without} to ${is.mode.mode}`);
}
