import { findEngineReader, findHookTask, readWorktreeTree } from "./engine/find-hook-task.ts";
import { hasNotice } from "./engine/read-hook-task.ts";
import { type HookAnswer, passesContextOn } from "./hosts/host-answers.ts";
import type { HookContext } from "./sessions/hook-context.ts";
import {
  readSession,
  removeOldSessions,
  type SessionState,
  writeSession,
} from "./sessions/session-store.ts";
import { readRefusedWork } from "./spool/refused-work.ts";

const MAX_TITLE = 500;

/** A session begins or is resumed: what it finds is where its own changes start. */
export async function handleSessionStart(moment: HookContext): Promise<HookAnswer | null> {
  const answer = await begin(moment, "session_start", null);
  await removeOldSessions(moment.files, Date.now());
  return answer;
}

/** A person asks for something; an agent that has worked for long may not know what came back. */
export async function handlePrompt(moment: HookContext): Promise<HookAnswer | null> {
  return await begin(moment, "prompt", moment.input.prompt);
}

async function begin(
  moment: HookContext,
  event: "session_start" | "prompt",
  prompt: string | null,
): Promise<HookAnswer | null> {
  const { agent, files, key } = moment;
  const before = await readSession(files, key);
  const [begunAt, text] = await Promise.all([
    before.begunAt ?? readWorktreeTree(moment),
    // A notice that the host does not pass on would count as told.
    passesContextOn(agent, event) ? noticeNow(moment).catch(() => null) : null,
  ]);
  const isNews = text !== null && !before.told.includes(text);
  const after: SessionState = {
    ...before,
    begunAt,
    title: before.title ?? prompt?.slice(0, MAX_TITLE) ?? null,
    told: isNews ? [...before.told, text] : before.told,
  };
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeSession(files, key, after);
  return isNews ? { say: "context", text } : null;
}

async function noticeNow(moment: HookContext): Promise<string | null> {
  const engine = await findEngineReader(moment);
  const task = engine === null ? null : await findHookTask(moment, engine);
  if (engine === null || task === null || !hasNotice(task, moment.agent))
    return await refusedHere(moment);
  const { noticeText } = await import("./notice-text.ts");
  return await noticeText(engine, task, moment.agent);
}

async function refusedHere({ agent, files, place }: HookContext): Promise<string | null> {
  const refused = await readRefusedWork(files, place.common);
  const own = refused.find(
    (one) =>
      one.agent === agent &&
      one.branch === place.branch &&
      (one.root === null || one.root === place.root),
  );
  return own === undefined ? null : (await import("./notice-text.ts")).refusedText(own);
}
