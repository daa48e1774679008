import type { HookContext } from "./sessions/hook-context.ts";
import { readSession, writeSession } from "./sessions/session-store.ts";

/** Records that a tool wrote files, once, for a session whose start no hook saw. */
export async function handleToolUsed({ files, key, input }: HookContext): Promise<null> {
  const state = await readSession(files, key);
  const isNew = input.isEdit && state.begunAt === null && !state.hasEdited;
  if (isNew) await writeSession(files, key, { ...state, hasEdited: true });
  return null;
}
