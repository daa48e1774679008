import { decideOnce } from "./decide-once.ts";
import type { BlockCause, StopFacts } from "./decide-stop.ts";
import type { HookMoment } from "./hook-moment.ts";
import type { HookAnswer } from "./hosts.ts";
import { lastMessage } from "./last-message.ts";
import { engineNow, taskHere, treeNow } from "./look-around.ts";
import { readSession, type SessionState, writeSession } from "./session-store.ts";
import { leaveWork } from "./spool.ts";
import { leftOpen, type TaskGlance } from "./task-glance.ts";

const MOST_SUMMARY = 4_000;

/** `isInTime` is asked right before an agent is kept from stopping: who is late lets it stop. */
export async function onStop(
  moment: HookMoment,
  isInTime: () => boolean,
): Promise<HookAnswer | null> {
  const { files, key } = moment;
  const [state, tree, known] = await Promise.all([
    readSession(files, key),
    treeNow(moment),
    askEngine(moment),
  ]);
  const round = `${known.task?.id ?? ""} ${known.task?.round ?? 0}`;
  const engineAnswered = known.isThere && isInTime();
  const facts = { ...factsOf(moment, state, known), tree, engineAnswered };
  const decision = await decideOnce(files, key, { round, facts });
  if (decision.do === "submit") await leave(moment, state, decision.tree);
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

type Known = { isThere: boolean; task: TaskGlance | null };

async function askEngine(moment: HookMoment): Promise<Known> {
  const engine = await engineNow(moment);
  if (engine === null) return { isThere: false, task: null };
  const task = await taskHere(moment, engine).catch(() => undefined);
  return { isThere: task !== undefined, task: task ?? null };
}

function factsOf(
  { agent, input }: HookMoment,
  state: SessionState,
  { task }: Known,
): Omit<StopFacts, "tree" | "blocks" | "engineAnswered"> {
  return {
    hookActive: input.hookActive,
    blockedAt: state.blockedAt,
    begunAt: state.begunAt,
    hasEdited: state.hasEdited,
    isBackground: input.isBackground,
    handedIn: [state.handedIn, task?.tree ?? null].flatMap((one) => one ?? []),
    feedback: task === null ? null : leftOpen(task, agent),
    failedCheck: null,
  };
}

async function leave(moment: HookMoment, state: SessionState, tree: string): Promise<void> {
  const { agent, files, key, place, input } = moment;
  const said = input.message ?? (input.transcript && (await lastMessage(input.transcript)));
  const title = state.title ?? place.branch ?? `Work of ${agent}`;
  await leaveWork(files, {
    agent,
    common: place.common,
    root: place.root,
    branch: place.branch,
    tree,
    title: title,
    summary: (said ?? "").slice(0, MOST_SUMMARY).toWellFormed(),
    atMs: Date.now(),
  });
  await writeSession(files, key, { ...state, handedIn: tree });
}
