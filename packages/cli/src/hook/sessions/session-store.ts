import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, hashedFileName } from "../files/hook-files.ts";
import { parseJson, readFields, readList, readText } from "../files/json-fields.ts";

/** What is remembered of an agent's session in one working directory. */
export type SessionState = {
  /** The content when the session began; null when no hook ran then. */
  begunAt: string | null;
  /** One of its tools was seen to write files. */
  hasEdited: boolean;
  /** The content that was last submitted by a hook. */
  handedIn: string | null;
  /** The content when it was last kept from stopping. */
  blockedAt: string | null;
  /** What the person first asked for. */
  title: string | null;
  /** Notices that the agent has already received. Each is sent once. */
  told: readonly string[];
};

const NEW: SessionState = {
  begunAt: null,
  hasEdited: false,
  handedIn: null,
  blockedAt: null,
  title: null,
  told: [],
};

/** How often a session is kept from stopping in one round. */
export const MAX_BLOCKS = 2;

const MAX_TOLD = 50;
const KEPT_MS = 14 * 24 * 3_600_000;

/** A session of one agent in one working directory. */
export type SessionKey = { agent: string; session: string; root: string };

export async function readSession(files: HookFiles, key: SessionKey): Promise<SessionState> {
  const text = await readFile(stateFile(files, key), "utf8").catch(() => null);
  if (text === null) return NEW;
  const fields = readFields(parseJson(text));
  return {
    begunAt: readText(fields.begunAt),
    hasEdited: fields.hasEdited === true,
    handedIn: readText(fields.handedIn),
    blockedAt: readText(fields.blockedAt),
    title: readText(fields.title),
    told: readList(fields.told).flatMap((one) => readText(one) ?? []),
  };
}

export async function writeSession(
  files: HookFiles,
  key: SessionKey,
  state: SessionState,
): Promise<void> {
  await writePrivate(stateFile(files, key), { ...state, told: state.told.slice(-MAX_TOLD) });
}

/** How often the session was kept from stopping in a round, and the names of all reasons so far. */
export async function readBlocks(
  files: HookFiles,
  key: SessionKey,
  round: string,
): Promise<{ inRound: number; isUsed(reason: string): boolean }> {
  const marks = new Set(await readdir(marksOf(files, key)).catch(() => []));
  const places = placesOf(round).filter((mark) => marks.has(mark));
  return { inRound: places.length, isUsed: (reason) => marks.has(reasonMark(reason)) };
}

/**
 * Notes that the session is kept from stopping; false when it must not be, because it was for this reason
 * or often enough. Each mark can be made once, so events at the same time cannot both pass.
 */
export async function recordBlock(
  files: HookFiles,
  key: SessionKey,
  { round, reason }: { round: string; reason: string },
): Promise<boolean> {
  const folder = marksOf(files, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await mark(join(folder, reasonMark(reason))))) return false;
  for (const place of placesOf(round)) if (await mark(join(folder, place))) return true;
  return false;
}

/** Removes sessions without an event for 14 days. */
export async function removeOldSessions(
  { sessions, live }: Pick<HookFiles, "sessions" | "live">,
  nowMs: number,
): Promise<void> {
  await tidyFolder(sessions, nowMs);
  await tidyFolder(live, nowMs);
}

async function tidyFolder(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && nowMs - stats.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}

function stateFile(files: HookFiles, key: SessionKey): string {
  return join(files.sessions, `${sessionName(key)}.json`);
}

function marksOf(files: HookFiles, key: SessionKey): string {
  return join(files.sessions, `${sessionName(key)}.blocks`);
}

function sessionName({ agent, session, root }: SessionKey): string {
  return hashedFileName(agent, session, root);
}

function placesOf(round: string): string[] {
  return Array.from(
    { length: MAX_BLOCKS },
    (_, at) => `${hashedFileName("round", round)}.${at + 1}`,
  );
}

function reasonMark(reason: string): string {
  return `${hashedFileName("reason", reason)}.reason`;
}

async function mark(path: string): Promise<boolean> {
  return await writeFile(path, "", { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
