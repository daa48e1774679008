import { CountersignError, type Task } from "@countersign/core";
import { actorForRole, type Principal } from "../access/principal.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { executeCommand } from "../execute/execute-command.ts";
import type { ForgeChange, ForgeHint } from "../ports/forge.ts";
import { listOpenChanges, lockChange } from "../store/forge/stored-changes.ts";
import { verdictIdFor } from "../store/names/derived-ids.ts";
import { addForgeJobs, publishJob } from "./forge-jobs.ts";
import { type ForgePlace, openForgePlace, readTrust } from "./forge-place.ts";
import { planPress, planReviews, type ReviewCommand } from "./plan-review.ts";

/** Phases in which a person can answer or send back. */
const DECIDABLE: ReadonlySet<string> = new Set(["reviewing", "held", "approved"]);

/** Reads the reviews of a pull request and executes the commands that they stand for. */
export async function applyReviews(
  scope: EngineScope,
  place: ForgePlace,
  { number }: Pick<ForgeChange, "number">,
): Promise<void> {
  const key = { repo: place.repository.id, number };
  const stored = await scope.transact((session) => lockChange(session, key));
  const task = stored?.taskId == null ? null : await scope.store.load(scope.org, stored.taskId);
  if (task === null || !DECIDABLE.has(task.phase.is)) return;
  const { policy, linked } = await readTrust(scope, place);
  const reviews = await place.forge.reviews(place.link.forge, number);
  for (const { review, ...step } of planReviews(task, reviews, linked, policy)) {
    const key = `forge-review:${place.link.host}:${review}`;
    if (step.command.type !== "undo") await decideAs(scope, task.id, step, key);
    else if (isVerdictOf(scope, task, step, key))
      await decideAs(scope, task.id, step, `${key}:dismissed`);
  }
}

/** Returns true if the decision that can be undone was made by this review, not elsewhere by the same person. */
function isVerdictOf(
  { org }: EngineScope,
  { id, grace }: Task,
  { person }: ReviewCommand,
  key: string,
): boolean {
  return grace?.verdict === verdictIdFor(org, id, key, actorForRole(person, "human"));
}

/** A pressed button of our check, as a job stores it. */
export type PressedButton = {
  repo: string;
  delivery: string;
  action: NonNullable<ForgeHint["pressed"]>["action"];
  account: number;
  commit: string;
};

/** Executes the command of a pressed button for every open pull request with that head, or explains its state. */
export async function pressButton(scope: EngineScope, pressed: PressedButton): Promise<void> {
  const place = await openForgePlace(scope, pressed.repo);
  if (place === null) return;
  const { policy, linked } = await readTrust(scope, place);
  const { delivery, action, account, commit } = pressed;
  const by = { id: account, login: "", isBot: false };
  const changes = await scope.transact((session) => listOpenChanges(session, pressed.repo, commit));
  if (action === "why") {
    const jobs = changes.map(({ number }) => publishJob(place.link, number, { cause: "asked" }));
    return await scope.transact((session) => addForgeJobs(scope, session, jobs));
  }
  for (const { taskId } of changes) {
    const task = taskId === null ? null : await scope.store.load(scope.org, taskId);
    const command = task && planPress(task, { action, by, commit }, linked, policy);
    if (task === null || command === null) continue;
    await decideAs(scope, task.id, command, `forge-button:${place.link.host}:${delivery}`);
  }
}

/** Executes a person's command. A refusal has no effect: the person did not decide on what they saw. */
async function decideAs(
  scope: EngineScope,
  task: string,
  { person, command }: ReviewCommand,
  key: string,
): Promise<void> {
  const by: Principal = {
    ...{ org: scope.org, role: "human", task: null, sponsor: null, modelFamily: null },
    actor: actorForRole(person, "human"),
    token: key,
  };
  try {
    await executeCommand(scope, by, key, task, command);
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === "unreachable") throw error;
    const fields = { org: scope.org, task, actor: person, code: error.code };
    scope.log({ event: "forge_review_ignored", fields });
  }
}
