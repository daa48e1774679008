import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { localFiles } from "../local-engine/files/local-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { hookFiles } from "./files/hook-files.ts";
import { writeHookLog } from "./files/hook-log.ts";
import { type HookAnswer, hostAnswer } from "./hosts/host-answers.ts";
import { type HookEvent, parseEventName, parseHostInput } from "./hosts/host-input.ts";
import { claimEvent } from "./sessions/claim-event.ts";
import { recordHookCall } from "./sessions/hook-calls.ts";
import { createHookContext, type HookContext, type HookLimits } from "./sessions/hook-context.ts";
import { recordSession } from "./sessions/live-sessions.ts";
import { readSpool } from "./spool/spool.ts";

/** What surrounds a hook: a process, or a test. */
export type HookDeps = {
  env: Environment;
  directory: string;
  /** What the host writes; cut off where it is too long. */
  read(): Promise<string>;
  write(text: string): void;
  /** Flushes the spool after the hook has responded. */
  sendLater(directory: string): void | Promise<void>;
  limits: HookLimits;
};

export const DEFAULT_HOOK_LIMITS: HookLimits = { keepMs: 1_000, engineMs: 1_500, mostMs: 2_000 };

/** Where a hook comes from that does not say so: release 0.1 wrote hooks into repositories. */
const REPOSITORY = "repository";

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@+-]{0,62}[A-Za-z0-9])?$/;

/** Answers one event of an agent's host. Whatever goes wrong, the agent is not held up and not told. */
export async function runHook(words: readonly string[], world: HookDeps): Promise<void> {
  const [agent = "", word = "", source = REPOSITORY] = words;
  const event = parseEventName(word);
  if (!NAME.test(agent) || event === null) return;
  if ((world.env.COUNTERSIGN_SERVER ?? "") !== "") {
    world.write(hostAnswer(agent, event, null)); // an engine elsewhere does not see these files
    return;
  }
  const files = hookFiles(localFiles(world.env));
  let answer: HookAnswer | null | "outside" = null;
  try {
    answer = await inTime(world, () => answerTo({ agent, event, source }, world));
  } catch (error) {
    await writeHookLog(files.log, `${agent} ${event}`, error);
  }
  if (answer !== "outside") world.write(hostAnswer(agent, event, answer));
}

type Report = { agent: string; event: HookEvent; source: string };

async function answerTo(
  { agent, event, source }: Report,
  world: HookDeps,
): Promise<HookAnswer | null | "outside"> {
  const begunMs = performance.now();
  const input = parseHostInput(await world.read());
  if (input === null) return null;
  if (input.isFromCursor && agent !== "cursor" && hasCursorHooks(world.env)) return null;
  const moment = await createHookContext(agent, input, world);
  if (moment === null) return "outside";
  const { common, root } = moment.place;
  const atMs = Date.now();
  await recordHookCall(moment.files, { agent, common, root, atMs }).catch(() => undefined);
  const { session, isBackground } = input;
  const heard = { agent, session, common, root, event, isBackground };
  await recordSession(moment.files, heard, atMs).catch(() => undefined);
  if (event === "subagent_stop") return null; // the parent agent continues
  if (event === "stop" && input.isInterrupted) return null; // the person continues the session
  if (event === "tool_used")
    return await (await import("./on-tool-used.ts")).handleToolUsed(moment);
  const report = { event, source, input: JSON.stringify(input) };
  if (!(await claimEvent(moment.files, moment.key, report))) return null;
  const answer = await answerOf(event, moment, () => performance.now() - begunMs);
  if (answer?.say === "block")
    // the agent goes on
    await recordSession(moment.files, { ...heard, event: "prompt" }, atMs).catch(() => undefined);
  await sendWaiting(moment, world);
  return answer;
}

/** Each part is loaded when its event comes: a host waits for it. */
async function answerOf(
  event: "session_start" | "prompt" | "stop",
  moment: HookContext,
  takenMs: () => number,
): Promise<HookAnswer | null> {
  if (event === "stop") {
    const { handleStop } = await import("./stop/handle-stop.ts");
    return await handleStop(moment, () => takenMs() <= moment.limits.keepMs);
  }
  const { handlePrompt, handleSessionStart } = await import("./handle-session-start.ts");
  return event === "prompt" ? await handlePrompt(moment) : await handleSessionStart(moment);
}

/** Starts a flush of the spool if an engine has run here and the spool is not empty. */
async function sendWaiting(
  { engineFiles, files, place }: HookContext,
  world: HookDeps,
): Promise<void> {
  const hasEngine = (await stat(engineFiles.run).catch(() => null)) !== null;
  if (!hasEngine || (await readSpool(files, place.common)).length === 0) return;
  await world.sendLater(place.root);
}

/** What is not done in time is given up, without a word. */
async function inTime<T>({ limits }: HookDeps, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Not done after ${limits.mostMs} ms`)),
    limits.mostMs,
  );
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether Cursor has hooks of ours, which report the same events as Claude Code's hooks that it runs too. */
function hasCursorHooks({ HOME = "" }: Environment): boolean {
  try {
    return readFileSync(join(HOME, ".cursor", "hooks.json"), "utf8").includes(" hook cursor ");
  } catch {
    return false;
  }
}
