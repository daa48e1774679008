import type { WorktreeSnapshot } from "@countersign/adapters";
import type { OfferedAssignment } from "@countersign/core";
import { findEngineReader, findHookTask, withWorktree } from "../engine/find-hook-task.ts";
import { type FailedCheck, readFailedChecks } from "../engine/read-failed-checks.ts";
import { type HookTask, openFeedback } from "../engine/read-hook-task.ts";
import { readNextAssignment } from "../engine/read-next-assignment.ts";
import type { HookFiles } from "../files/hook-files.ts";
import type { HookAnswer } from "../hosts/host-answers.ts";
import type { HookInput } from "../hosts/host-input.ts";
import type { HookContext } from "../sessions/hook-context.ts";
import {
  readBlocks,
  readSession,
  recordBlock,
  type SessionKey,
  type SessionState,
  writeSession,
} from "../sessions/session-store.ts";
import { spoolWork } from "../spool/spool.ts";
import type { BlockCause, StopFacts } from "./decide-stop.ts";
import { decideStop, type StopDecision } from "./decide-stop.ts";
import { type LastMessage, readLastMessage } from "./last-message.ts";

/** Characters of the last message that are kept. What it says about the work often comes at its end. */
const MAX_MESSAGE = 60_000;

/** `isInTime` is asked right before an agent is kept from stopping: who is late lets it stop. */
export async function handleStop(
  moment: HookContext,
  isInTime: () => boolean,
): Promise<HookAnswer | null> {
  const asked = askEngine(moment); // while the files are looked at
  return await withWorktree(moment, async (work) =>
    answer(moment, isInTime, { work, known: await asked }),
  );
}

async function answer(
  moment: HookContext,
  isInTime: () => boolean,
  { work, known }: { work: WorktreeSnapshot | null; known: Known },
): Promise<HookAnswer | null> {
  const { files, key } = moment;
  const state = await readSession(files, key);
  const tree = work?.tree ?? null;
  const round = `${known.task?.id ?? ""} ${known.task?.round ?? 0}`;
  const engineAnswered = known.isThere && isInTime();
  const facts = { ...factsOf(moment, state, known, tree), tree, engineAnswered };
  const decision = await decideAndRecordStop(files, key, { round, facts });
  if (decision.do === "submit" && work !== null) {
    const left = await leave(moment, state, work);
    if (decision.offer === null) return null;
    return await keepGoing(moment, { ...left, blockedAt: tree }, decision.offer.why);
  }
  if (decision.do === "block")
    return await keepGoing(moment, { ...state, blockedAt: tree }, decision.why);
  // A session whose start no hook saw begins with this content.
  if (decision.do === "let" && state.begunAt === null && tree !== null)
    await writeSession(files, key, { ...state, begunAt: tree });
  return null;
}

async function keepGoing(
  { files, key }: HookContext,
  state: SessionState,
  why: BlockCause,
): Promise<HookAnswer> {
  await writeSession(files, key, state);
  const { blockText } = await import("./block-text.ts");
  return { say: "block", text: blockText(why) };
}

type Known = {
  isThere: boolean;
  task: HookTask | null;
  failed: readonly FailedCheck[];
  next: OfferedAssignment | null;
};

const UNKNOWN: Known = { isThere: false, task: null, failed: [], next: null };

async function askEngine(moment: HookContext): Promise<Known> {
  const engine = await findEngineReader(moment);
  if (engine === null) return UNKNOWN;
  try {
    const task = await findHookTask(moment, engine);
    const isOwn = task?.authors.includes(moment.agent) ?? false;
    if (task === null || !isOwn) return { isThere: true, task, failed: [], next: null };
    const [failed, next] = await Promise.all([
      readFailedChecks(engine, task),
      readNextAssignment(moment, engine, task),
    ]);
    return { isThere: true, task, failed, next };
  } catch {
    return UNKNOWN;
  }
}

function factsOf(
  { agent, input }: HookContext,
  state: SessionState,
  { task, failed, next }: Known,
  tree: string | null,
): Omit<StopFacts, "tree" | "blocks" | "engineAnswered"> {
  return {
    hookActive: input.hookActive,
    blockedAt: state.blockedAt,
    begunAt: state.begunAt,
    hasEdited: state.hasEdited,
    isBackground: input.isBackground,
    handedIn: isNowReportedDone(input, task)
      ? []
      : [state.handedIn, task?.tree ?? null].flatMap((one) => one ?? []),
    feedback: task === null ? null : openFeedback(task, agent),
    failedChecks: task?.tree === tree ? failed : [],
    next,
    task: standingOf(task, agent),
  };
}

function standingOf(task: HookTask | null, agent: string): StopFacts["task"] {
  if (task === null || !task.authors.includes(agent)) return "none";
  return task.turn === undefined ? "submitted" : "waits_for_agent";
}

async function leave(
  moment: HookContext,
  state: SessionState,
  work: WorktreeSnapshot,
): Promise<SessionState> {
  const { agent, files, key, place, input } = moment;
  const { commit, tree } = await work.pin();
  const said = await findLastMessage(input);
  const title = state.title ?? place.branch ?? `Work of ${agent}`;
  await spoolWork(files, {
    agent,
    common: place.common,
    root: place.root,
    branch: place.branch,
    commit,
    tree,
    title,
    summary: said.text.slice(0, MAX_MESSAGE).toWellFormed(),
    stopReason: said.stopReason,
    atMs: Date.now(),
  });
  const left = { ...state, handedIn: tree };
  await writeSession(files, key, left);
  return left;
}

/** Decides with what the disk says of earlier blocks, and notes a new one there before it counts. */
export async function decideAndRecordStop(
  files: HookFiles,
  key: SessionKey,
  { round, facts }: { round: string; facts: Omit<StopFacts, "blocks"> },
): Promise<StopDecision> {
  const blocks = await readBlocks(files, key, round);
  const decision = decideStop({ ...facts, blocks });
  if (decision.do === "let") return decision;
  const { reason = null } = decision.do === "block" ? decision : (decision.offer ?? {});
  if (reason === null || (await recordBlock(files, key, { round, reason }))) return decision;
  return decision.do === "submit" ? { ...decision, offer: null } : { do: "let" };
}

/** A line that says that the work is done; what exactly it says is read when the work is sent. */
const SAYS_DONE = /^[-* \t]*STATUS[* \t]*:[* \t]*DONE\b/im;

/** Work that was submitted unfinished, and of which the agent says now that it is done. */
function isNowReportedDone({ message }: HookInput, task: Pick<HookTask, "signal"> | null): boolean {
  const wasUnfinished = task?.signal === "PARTIAL" || task?.signal === "BLOCKED";
  return wasUnfinished && message !== null && SAYS_DONE.test(message);
}

/** What the agent said last, from the host itself or from its transcript. */
async function findLastMessage({
  message,
  stopReason,
  transcript,
}: HookInput): Promise<LastMessage> {
  const written = transcript === null ? null : await readLastMessage(transcript);
  return {
    text: message ?? written?.text ?? "",
    stopReason: stopReason ?? written?.stopReason ?? null,
  };
}
