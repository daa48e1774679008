import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReportedSession } from "@countersign/engine";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, hashedFileName } from "../files/hook-files.ts";
import { parseJson, readFields, readNumber, readText } from "../files/json-fields.ts";
import type { HookEvent } from "../hosts/host-input.ts";

/** The session that an event belongs to, and where it works. */
type SessionEvent = {
  agent: string;
  session: string;
  common: string;
  root: string;
  event: HookEvent;
  /** The agent has background work that continues after the event. */
  isBackground: boolean;
};

type Folder = Pick<HookFiles, "live">;

/** Notes that a session was heard. Its turn lasts until it stops. */
export async function recordSession(
  { live }: Folder,
  { agent, session, common, root, event, isBackground }: SessionEvent,
  heardMs: number,
): Promise<void> {
  const isAtWork = isBackground || (event !== "stop" && event !== "session_start");
  const file = join(live, `${hashedFileName(agent, session, root)}.json`);
  await writePrivate(file, { agent, session, common, root, heardMs, isAtWork });
}

/** The sessions that were heard in the worktrees of one repository. */
export async function readLiveSessions(
  { live }: Folder,
  common: string,
): Promise<ReportedSession[]> {
  const names = await readdir(live).catch(() => []);
  const all = await Promise.all(names.map((name) => readLive(join(live, name), common)));
  return all.flatMap((session) => session ?? []);
}

async function readLive(path: string, common: string): Promise<ReportedSession | null> {
  const fields = readFields(parseJson(await readFile(path, "utf8").catch(() => "")));
  const [agent, session, root] = [
    readText(fields.agent),
    readText(fields.session),
    readText(fields.root),
  ];
  const heardMs = readNumber(fields.heardMs);
  if (agent === null || session === null || root === null || heardMs === null) return null;
  if (fields.common !== common) return null;
  return { agent, session, worktree: root, heardMs, isAtWork: fields.isAtWork !== false };
}
