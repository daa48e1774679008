import type { Work } from "@countersign/adapters";
import { decideOnce } from "./decide-once.ts";
import type { BlockCause, FailedCheck, StopFacts } from "./decide-stop.ts";
import { failedChecks } from "./failed-checks.ts";
import type { HookMoment } from "./hook-moment.ts";
import type { HookAnswer } from "./hosts.ts";
import { lastMessage } from "./last-message.ts";
import { engineNow, taskHere, withWorkNow } from "./look-around.ts";
import { readSession, type SessionState, writeSession } from "./session-store.ts";
import { leaveWork } from "./spool.ts";
import { leftOpen, type TaskGlance } from "./task-glance.ts";

const MOST_SUMMARY = 4_000;

/** `isInTime` is asked right before an agent is kept from stopping: who is late lets it stop. */
export async function onStop(
  moment: HookMoment,
  isInTime: () => boolean,
): Promise<HookAnswer | null> {
  const asked = askEngine(moment); // while the files are looked at
  return await withWorkNow(moment, async (work) =>
    answer(moment, isInTime, { work, known: await asked }),
  );
}

async function answer(
  moment: HookMoment,
  isInTime: () => boolean,
  { work, known }: { work: Work | null; known: Known },
): Promise<HookAnswer | null> {
  const { files, key } = moment;
  const state = await readSession(files, key);
  const tree = work?.tree ?? null;
  const round = `${known.task?.id ?? ""} ${known.task?.round ?? 0}`;
  const engineAnswered = known.isThere && isInTime();
  const facts = { ...factsOf(moment, state, known, tree), tree, engineAnswered };
  const decision = await decideOnce(files, key, { round, facts });
  if (decision.do === "submit" && work !== null) await leave(moment, state, work);
  if (decision.do === "block")
    return await keepGoing(moment, { ...state, blockedAt: tree }, decision.why);
  // Whoever was not there at the beginning begins here.
  if (decision.do === "let" && state.begunAt === null && tree !== null)
    await writeSession(files, key, { ...state, begunAt: tree });
  return null;
}

async function keepGoing(
  { files, key }: HookMoment,
  state: SessionState,
  why: BlockCause,
): Promise<HookAnswer> {
  await writeSession(files, key, state);
  const { blockText } = await import("./block-text.ts");
  return { say: "block", text: blockText(why) };
}

type Known = { isThere: boolean; task: TaskGlance | null; failed: readonly FailedCheck[] };

const UNKNOWN: Known = { isThere: false, task: null, failed: [] };

async function askEngine(moment: HookMoment): Promise<Known> {
  const engine = await engineNow(moment);
  if (engine === null) return UNKNOWN;
  try {
    const task = await taskHere(moment, engine);
    const isOwn = task?.authors.includes(moment.agent) ?? false;
    const failed = task !== null && isOwn ? await failedChecks(engine, task) : [];
    return { isThere: true, task, failed };
  } catch {
    return UNKNOWN;
  }
}

function factsOf(
  { agent, input }: HookMoment,
  state: SessionState,
  { task, failed }: Known,
  tree: string | null,
): Omit<StopFacts, "tree" | "blocks" | "engineAnswered"> {
  return {
    hookActive: input.hookActive,
    blockedAt: state.blockedAt,
    begunAt: state.begunAt,
    hasEdited: state.hasEdited,
    isBackground: input.isBackground,
    handedIn: [state.handedIn, task?.tree ?? null].flatMap((one) => one ?? []),
    feedback: task === null ? null : leftOpen(task, agent),
    failedChecks: task?.tree === tree ? failed : [],
  };
}

async function leave(moment: HookMoment, state: SessionState, work: Work): Promise<void> {
  const { agent, files, key, place, input } = moment;
  const { commit, tree } = await work.pin();
  const said = input.message ?? (input.transcript && (await lastMessage(input.transcript)));
  const title = state.title ?? place.branch ?? `Work of ${agent}`;
  await leaveWork(files, {
    agent,
    common: place.common,
    root: place.root,
    branch: place.branch,
    commit,
    tree,
    title,
    summary: (said ?? "").slice(0, MOST_SUMMARY).toWellFormed(),
    atMs: Date.now(),
  });
  await writeSession(files, key, { ...state, handedIn: tree });
}
